import { readWhitepaperPdf } from "~/services/content/whitepaper.server";
import { endpoint, File, resource } from "~/utils/http/endpoint.server";
import { fileResponse } from "~/utils/http/file-response.server";

const pdf = resource({
  GET: endpoint({
    id: "downloadWhitepaper",
    tag: "Whitepaper",
    summary: "Fetch the whitepaper as a PDF",
    description:
      "The same text, set to be read in pages, with bookmarks. Parts of it can be asked for.",
    answer: new File("application/pdf", "The file."),
    handle: async ({ request }) =>
      fileResponse(request, { ...(await readWhitepaperPdf()), type: "application/pdf" }),
  }),
});

export const loader = pdf.loader;
export const action = pdf.action;
