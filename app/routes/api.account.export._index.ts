import { serializeExport } from "~/presenters/accounts";
import { exportResponse } from "~/schemas/account-responses";
import { readExport, requestExport } from "~/services/exports/exports.server";
import { endpoint, noStore, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Accounts", {
  GET: endpoint({
    id: "readExport",
    summary: "See whether the copy of your data is ready",
    response: exportResponse,
    auth: "required",
    handle: async ({ viewer }) => noStore(serializeExport(await readExport(viewer))),
  }),
  POST: endpoint({
    id: "requestExport",
    summary: "Request a copy of your data",
    description:
      "The copy is made in the background, and you get a mail when it is ready, if your address is confirmed. No new copy is started while one is being made or if one was made in the last 24 hours. No request body.",
    response: exportResponse,
    limits: ["exports"],
    auth: "required",
    handle: async ({ viewer, origin }) => serializeExport(await requestExport(viewer, origin)),
  }),
});
export const action = loader;
