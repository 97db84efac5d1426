/** All calls of the API, described from their routes. */
import { environment } from "~/config/env.server";
import { site } from "~/config/site";
import { limits } from "~/models/rate-limits.server";
import { documentResponse } from "~/schemas/responses";
import { endpoint, resource, resourceOf, type Method } from "~/utils/http/endpoint.server";
import { describeCalls, type DescribedApi } from "~/utils/openapi/describe-calls.server";
import { openApiDocument, type ApiDocument } from "~/utils/openapi/document.server";

const modules = import.meta.glob<Record<"loader" | "action", ReturnType<typeof resource>>>(
  ["../api.*.ts", "!../api.$.ts", "!../api.openapi*"],
  { eager: true },
);

/** Serves the document at `/api/openapi.json`. It is here and not in its route because the document describes it. */
export const documentResource = resource("About the API", {
  GET: endpoint({
    id: "readDocument",
    summary: "Read the OpenAPI document",
    description: "The document from which this page is generated.",
    response: documentResponse,
    handle: async ({ origin }) => ({ ...apiDocument(origin) }),
  }),
});

/** The routes of the API by path in OpenAPI syntax, in alphabetical order. */
export const routesByPath = Object.fromEntries(
  [
    ["/api/openapi.json", { loader: documentResource, action: documentResource }] as const,
    ...Object.entries(modules).map(([file, module]) => [pathOf(file), module] as const),
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** Converts the file name of a route, such as `../api.articles.$id._index.ts`, to its path. */
function pathOf(file: string): string {
  const segments = file.slice("../".length, -".ts".length).split(/(?<!\[)\./);
  return segments
    .filter((segment) => segment !== "_index")
    .map((segment) => `/${segment.replace("[.]", ".").replace(/^\$(.+)/, "{$1}")}`)
    .join("");
}

const calls = Object.entries(routesByPath).flatMap(([path, { loader }]) => {
  const { tag, endpoints } = resourceOf(loader)!;
  return Object.entries(endpoints).map(([method, endpoint]) => ({
    tag,
    method: method as Method,
    path,
    endpoint,
  }));
});

/** By the limits, which administrators change. */
const described = new WeakMap<object, DescribedApi>();

export function describeApi(): DescribedApi {
  const current = limits();
  const api =
    described.get(current) ?? describeCalls(calls, environment().RATE_LIMITS ? current : null);
  described.set(current, api);
  return api;
}

export const apiDocument = (origin: string): ApiDocument =>
  openApiDocument(describeApi(), site, origin);
