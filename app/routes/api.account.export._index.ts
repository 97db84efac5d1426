import { exportResponse } from "~/schemas/responses";
import { readExport, requestExport } from "~/services/exports/exports.server";
import { serializeExport } from "~/presenters/accounts";
import { endpoint, JsonResult, resource } from "~/utils/http/endpoint.server";

const exports = resource({
  GET: endpoint({
    id: "readExport",
    tag: "Accounts",
    summary: "See whether the copy of your data is ready",
    response: exportResponse,
    auth: "required",
    handle: async ({ viewer }) =>
      new JsonResult(serializeExport(await readExport(viewer)), { "Cache-Control": "no-store" }),
  }),
  POST: endpoint({
    id: "requestExport",
    tag: "Accounts",
    summary: "Request a copy of your data",
    description:
      "The copy is made in the background, and you get a mail when it is ready, if your address is confirmed. No new copy is started while one is being made or if one was made in the last 24 hours. No request body.",
    response: exportResponse,
    limits: ["exports"],
    auth: "required",
    handle: async ({ viewer, origin }) => serializeExport(await requestExport(viewer, origin)),
  }),
});

export const loader = exports.loader;
export const action = exports.action;
