/** The OpenAPI document and the route that serves it: in one module, because the document describes that route too. */
import { site } from "~/config/site";
import { documentResponse } from "~/schemas/responses";
import { rateLimits } from "~/services/rate-limits.server";
import { endpoint, endpointsOf, resource } from "~/utils/http/endpoint.server";
import { describeApi, type ApiDocument } from "~/utils/openapi/document.server";
import { calls } from "./calls.server";

/** Serves the document at `/api/openapi.json`. */
export const documentRoute = resource({
  GET: endpoint({
    id: "readDocument",
    tag: "About the API",
    summary: "Read the OpenAPI document",
    description: "The document from which this page is generated.",
    response: documentResponse,
    handle: async ({ origin }) => ({ ...apiDocument(origin) }),
  }),
});

/** All API routes by path; a test compares the list with the files `routes/api.*`. */
export const routesByPath = { ...calls, "/api/openapi.json": documentRoute } as const;

let document: Omit<ApiDocument, "servers"> | undefined;

/**
 * The OpenAPI document, generated once.
 *
 * @param origin the site's origin
 */
export function apiDocument(origin: string): ApiDocument {
  const { openapi, info, ...rest } = (document ??= describeApi({
    paths: Object.entries(routesByPath).map(([path, route]) => ({
      path,
      endpoints: endpointsOf(route),
    })),
    limits: rateLimits(),
    site,
  }));
  return { openapi, info, servers: [{ url: origin }], ...rest };
}
