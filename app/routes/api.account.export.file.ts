import { openExport } from "~/services/exports/exports.server";
import { downloadResponse } from "~/utils/http/file-response.server";
import { BinaryResponse, endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "downloadExport",
    summary: "Download the copy of your data",
    description:
      "A ZIP file with `data.json` and its JSON Schema, your reviews as CSV, and your articles as Markdown.",
    response: new BinaryResponse("application/zip", "The file.", true),
    errors: { notFound: "No copy is ready." },
    auth: "required",
    handle: async ({ request, viewer }) => downloadResponse(request, await openExport(viewer)),
  }),
});
export const action = loader;
