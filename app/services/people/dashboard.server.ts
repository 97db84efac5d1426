import { sharesOf } from "~/domain/allocation";
import { markCash } from "~/domain/cash";
import { CASH } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import { listRecommendations, type RecommendationRow } from "~/models/recommendation.server";
import type { BriefRecommendation, Overview } from "./dashboard-types";
import { serializeOwnApplication } from "~/presenters/membership";
import { readStanding } from "../membership/membership.server";

/** How many recent recommendations of each engine are shown. */
const RECENT_COUNT = 3;

/** @returns the user's membership standing and the latest recommendations */
export async function readOverview(viewer: Viewer): Promise<Overview> {
  const [standing, momentum, sentiment] = await Promise.all([
    readStanding(viewer),
    listRecommendations("momentum", { limit: RECENT_COUNT }),
    listRecommendations("sentiment", { limit: RECENT_COUNT }),
  ]);
  return {
    standing: { ...standing, own: standing.own && serializeOwnApplication(standing.own) },
    momentum: momentum.items.map(serializeBrief),
    sentiment: sentiment.items.map(serializeBrief),
  };
}

/** Includes only assets with a positive share, and cash. */
function serializeBrief(row: RecommendationRow): BriefRecommendation {
  const { id, weekDate, createdAt, allocation, rationale, facts } = row;
  const shares = markCash(sharesOf(allocation), facts.notCash);
  const held = shares.filter(({ asset, percent }) => percent > 0 || asset === CASH);
  return { id, weekDate, createdAt: createdAt.toISOString(), allocation: held, rationale };
}
