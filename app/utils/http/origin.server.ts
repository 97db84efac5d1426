import { environment } from "~/config/env.server";

/**
 * @returns the site's origin, such as `https://example.org`: the configured one, else the
 *   request's, which the server has validated
 */
export function getOrigin(request: Request): string {
  return environment().APP_ORIGIN ?? new URL(request.url).origin;
}
