import { readWhitepaperPdf } from "~/services/whitepaper.server";
import { BinaryResponse, endpoint, resource } from "~/utils/http/endpoint.server";
import { fileResponse } from "~/utils/http/file-response.server";

export const loader = resource("Whitepaper", {
  GET: endpoint({
    id: "downloadWhitepaper",
    summary: "Download the whitepaper as a PDF",
    description: "The whitepaper as a paginated PDF with bookmarks. Supports byte ranges.",
    response: new BinaryResponse("application/pdf", "The file."),
    handle: async ({ request }) =>
      fileResponse(request, { ...(await readWhitepaperPdf()), type: "application/pdf" }),
  }),
});
export const action = loader;
