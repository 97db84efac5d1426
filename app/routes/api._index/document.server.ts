import { site } from "~/config/site";
import { rateLimits } from "~/services/rate-limits.server";
import { describeApi, type ApiDocument } from "~/utils/openapi/document.server";
import { describedPaths } from "./calls.server";

let document: Omit<ApiDocument, "servers"> | undefined;

/**
 * The OpenAPI document, generated once.
 *
 * @param origin the site's origin
 */
export function apiDocument(origin: string): ApiDocument {
  const { openapi, info, ...rest } = (document ??= describeApi({
    paths: describedPaths(),
    limits: rateLimits(),
    site,
  }));
  return { openapi, info, servers: [{ url: origin }], ...rest };
}
