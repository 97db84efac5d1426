import { z } from "zod";
import { cursor } from "./pagination";

export const dashboardViews = ["cards", "table"] as const;
export type DashboardView = (typeof dashboardViews)[number];

/** Query of the dashboard; invalid values are ignored. */
export const dashboardQuery = z.object({
  view: z.enum(dashboardViews).catch("cards"),
  /** Shows the dashboard with sample content, without signing in. */
  test: z.literal("true").optional().catch(undefined),
  /** The cursor of each list. */
  articles: cursor.optional().catch(undefined),
  reviews: cursor.optional().catch(undefined),
  comments: cursor.optional().catch(undefined),
});
