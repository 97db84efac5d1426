/** All calls of the API. */
import { matchRoutes } from "@remix-run/react";
import type { ApiTag } from "~/config/api-tags";
import { environment } from "~/config/env.server";
import { limitsWith } from "~/config/request-limits";
import { site } from "~/config/site";
import { documentResponse } from "~/schemas/responses";
import { endpoint, type Calls, type Endpoints, type Method } from "~/utils/http/endpoint.server";
import { describeCalls, type DescribedApi } from "~/utils/openapi/describe-calls.server";
import { openApiDocument, type ApiDocument } from "~/utils/openapi/document.server";
import { accountCalls } from "./account.server";
import { securityCalls } from "./account-security.server";
import { articleCalls } from "./articles.server";
import { draftCalls } from "./drafts.server";
import { hubCalls } from "./hubs.server";
import { ledgerCalls } from "./ledger.server";
import { peopleCalls } from "./people.server";
import { recommendationCalls } from "./recommendations.server";
import { reviewCalls } from "./reviews.server";
import { signInCalls } from "./sign-in.server";
import { whitepaperCalls } from "./whitepaper.server";

const callsByTag: Record<ApiTag, Calls> = {
  Accounts: { ...signInCalls, ...accountCalls, ...securityCalls },
  Articles: articleCalls,
  Reviews: reviewCalls,
  Drafts: draftCalls,
  "Hubs and categories": hubCalls,
  People: peopleCalls,
  Recommendations: { ...recommendationCalls, ...ledgerCalls },
  Whitepaper: whitepaperCalls,
  "About the API": {
    "GET /api/openapi.json": endpoint({
      id: "readDocument",
      summary: "Read the OpenAPI document",
      description: "The document from which this page is generated.",
      response: documentResponse,
      handle: async ({ origin }) => ({ ...apiDocument(origin) }),
    }),
  },
};

/** In the alphabetical order of their paths. */
const calls = Object.entries(callsByTag)
  .flatMap(([tag, ofTag]) =>
    Object.entries(ofTag).map(([address, endpoint]) => {
      const [method, path] = address.split(" ") as [Method, string];
      return { tag: tag as ApiTag, method, path, endpoint };
    }),
  )
  .sort((one, other) => Number(one.path > other.path) - Number(one.path < other.path));

const endpointsByPath: Record<string, Endpoints> = {};
for (const { method, path, endpoint } of calls) {
  endpointsByPath[path] = { ...endpointsByPath[path], [method]: endpoint };
}
const routes = Object.entries(endpointsByPath).map(([path, handle]) => ({
  path: path.replace(/\{(\w+)\}/g, ":$1"),
  handle,
}));

/** @returns the endpoints at a path, with the parameters in it; `null` if there are none */
export function findEndpoints(path: string) {
  const match = matchRoutes(routes, path)?.[0];
  return match ? { endpoints: match.route.handle, params: match.params } : null;
}

let described: DescribedApi | undefined;

export const describeApi = (): DescribedApi =>
  (described ??= describeCalls(
    calls,
    environment().RATE_LIMITS ? limitsWith(environment()) : null,
  ));

export const apiDocument = (origin: string): ApiDocument =>
  openApiDocument(describeApi(), site, origin);
