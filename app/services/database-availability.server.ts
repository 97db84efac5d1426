/** Database availability, for routes, which do not import models. */
export { isDatabaseReachable } from "~/models/connection.server";
export { isDatabaseUnavailable } from "~/models/outage.server";
