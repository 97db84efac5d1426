import { whitepaperResponse } from "~/schemas/responses";
import { readWhitepaper, readWhitepaperPdf } from "~/services/whitepaper.server";
import { BinaryResponse, endpoint, type Calls } from "~/utils/http/endpoint.server";
import { fileResponse } from "~/utils/http/file-response.server";

export const whitepaperCalls: Calls = {
  "GET /api/pdf-content": endpoint({
    id: "readWhitepaper",
    summary: "Read the whitepaper",
    response: whitepaperResponse,
    handle: async () => ({ content: (await readWhitepaper()).html }),
  }),
  "GET /api/whitepaper.pdf": endpoint({
    id: "downloadWhitepaper",
    summary: "Download the whitepaper as a PDF",
    description: "The whitepaper as a paginated PDF with bookmarks. Supports byte ranges.",
    response: new BinaryResponse("application/pdf", "The file."),
    handle: async ({ request }) =>
      fileResponse(request, { ...(await readWhitepaperPdf()), type: "application/pdf" }),
  }),
};
