import { readWhitepaperPdf } from "~/services/whitepaper.server";
import { endpoint, resource } from "~/utils/api.server";
import { fileAnswer } from "~/utils/file-answer.server";

const pdf = resource({
  GET: endpoint({
    handle: async ({ request }) =>
      fileAnswer(request, { ...(await readWhitepaperPdf()), type: "application/pdf" }),
  }),
});

export const loader = pdf.loader;
export const action = pdf.action;
