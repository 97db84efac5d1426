import { environment } from "~/config/env.server";

/**
 * @returns where the site is found, such as `https://example.org`: what the operator said, else what the
 *   request was sent to, which the server has checked
 */
export function getOrigin(request: Request): string {
  return environment().APP_ORIGIN ?? new URL(request.url).origin;
}
