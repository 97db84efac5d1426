/** What pages and calls may want to know of the database: whether it is there. */
export { isDatabaseReachable } from "~/models/connection.server";
export { isDatabaseUnavailable } from "~/models/outage.server";
