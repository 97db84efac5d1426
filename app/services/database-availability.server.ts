/** Database availability, for routes, which do not import models. */
export { isDatabaseReachable, isDatabaseUnavailable } from "~/models/outage.server";
