import { readWhitepaperPdf } from "~/services/whitepaper.server";
import { endpoint, BinaryResponse, resource } from "~/utils/http/endpoint.server";
import { fileResponse } from "~/utils/http/file-response.server";

const pdf = resource({
  GET: endpoint({
    id: "downloadWhitepaper",
    tag: "Whitepaper",
    summary: "Download the whitepaper as a PDF",
    description: "The whitepaper as a paginated PDF with bookmarks. Supports byte ranges.",
    response: new BinaryResponse("application/pdf", "The file."),
    handle: async ({ request }) =>
      fileResponse(request, { ...(await readWhitepaperPdf()), type: "application/pdf" }),
  }),
});

export const loader = pdf.loader;
export const action = pdf.action;
