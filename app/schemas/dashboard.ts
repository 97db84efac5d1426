import { z } from "zod";
import { cursor } from "./pagination";

export const dashboardViews = ["cards", "table"] as const;
export type DashboardView = (typeof dashboardViews)[number];

/** How the dashboard is asked for; what makes no sense is as good as not there. */
export const dashboardQuery = z.object({
  view: z.enum(dashboardViews).catch("cards"),
  /** Shows it to anybody, with content that was made up. */
  test: z.literal("true").optional().catch(undefined),
  /** After which place the page of each list begins. */
  articles: cursor.optional().catch(undefined),
  reviews: cursor.optional().catch(undefined),
  comments: cursor.optional().catch(undefined),
});
