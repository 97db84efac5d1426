import { site } from "~/config/site";
import { rateLimits } from "~/services/rate-limits.server";
import { describeApi, type ApiDocument } from "~/utils/openapi/document.server";
import { describedPaths } from "./calls.server";

let made: Omit<ApiDocument, "servers"> | undefined;

/**
 * The OpenAPI document of all calls, made once.
 *
 * @param origin where this site is found
 */
export function apiDocument(origin: string): ApiDocument {
  const { openapi, info, ...rest } = (made ??= describeApi({
    paths: describedPaths(),
    allowances: rateLimits(),
    site,
  }));
  return { openapi, info, servers: [{ url: origin }], ...rest };
}
