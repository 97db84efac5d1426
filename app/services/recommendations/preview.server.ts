/** Previews: what an engine would recommend now, computed for any signed-in user and not stored. */
import { dayOf, mondayOf } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { mayPreview } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { refund } from "~/models/rate-limits.server";
import {
  newRecommendationId,
  type MomentumRow,
  type NewRecommendation,
  type SentimentRow,
} from "~/models/recommendation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { reportWarning } from "../warnings.server";
import { composeMomentum } from "./momentum.server";
import { isPermitted, requireViewer } from "./permission.server";
import { composeSentiment, generateSentiment } from "./sentiment.server";
import { sharePreview, type Preview } from "./shared-previews";

export type MomentumPreview = Preview<"momentum">;
export type SentimentPreview = Preview<"sentiment">;

/**
 * Computes what the momentum engine would recommend now, at most once a minute per process for all callers. Does not
 * count against a rate limit; that is up to the caller.
 *
 * @throws ServiceError `unavailable` when there are no prices
 */
export const sharedMomentumPreview = (): Promise<MomentumPreview> =>
  sharePreview<"momentum">("momentum", async (at) => asPreview(await composeMomentum(at)));

/** Like `sharedMomentumPreview`, for the sentiment engine. @throws ServiceError `unavailable` */
export const sharedSentimentPreview = (): Promise<SentimentPreview> =>
  sharePreview<"sentiment">("sentiment", async (at) => asPreview(await composeSentiment(at)));

/** Converts a computed recommendation to a preview, without its calculation and inputs. */
function asPreview<Kind extends Engine>({
  recommendation: { kind, createdAt, rationale, allocation, facts },
}: {
  recommendation: Omit<NewRecommendation<Kind>, "inputs" | "isScheduled">;
}): Preview<Kind> {
  const day = dayOf(createdAt);
  return {
    kind,
    createdAt,
    rationale,
    allocation,
    facts,
    id: newRecommendationId(),
    day,
    weekDate: mondayOf(day),
    isScheduled: false,
    isPreview: true,
  } as Preview<Kind>;
}

/**
 * Returns what the momentum engine would recommend now, without storing it. Counts against the same rate limit as a
 * generation, unless it fails.
 *
 * @throws ServiceError `unauthenticated`, `limited`, or `unavailable` when there are no prices
 */
export const previewMomentum = (viewer: Viewer | null): Promise<MomentumPreview> =>
  withRateLimit("momentum", viewer, sharedMomentumPreview);

/** Like `previewMomentum`, for the sentiment engine. @throws ServiceError as `previewMomentum` does */
export const previewSentiment = (viewer: Viewer | null): Promise<SentimentPreview> =>
  withRateLimit("sentiment", viewer, sharedSentimentPreview);

async function withRateLimit<Kind extends Engine>(
  kind: Kind,
  viewer: Viewer | null,
  preview: () => Promise<Preview<Kind>>,
): Promise<Preview<Kind>> {
  if (!viewer || !mayPreview(viewer)) {
    throw unauthenticatedError("Please log in to see a preview.");
  }
  const limitKey = `${kind} ${viewer.id}`;
  await enforceRateLimit("generates", limitKey);
  try {
    return await preview();
  } catch (error) {
    await refund("generates", limitKey).catch(
      reportWarning("a failed preview still counts towards the rate limit"),
    );
    throw error;
  }
}

/**
 * Generates a sentiment recommendation if the viewer may, and returns a preview otherwise, because the specification
 * allows this call to every signed-in user.
 *
 * @throws ServiceError `unauthenticated`, `limited`, or `unavailable`
 */
export async function generateOrPreviewSentiment(
  viewer: Viewer | null,
): Promise<SentimentRow | SentimentPreview> {
  requireViewer(viewer);
  if (!(await isPermitted("sentiment", viewer))) return previewSentiment(viewer);
  try {
    return await generateSentiment(viewer);
  } catch (error) {
    // Another user has made the first recommendation meanwhile.
    if (error instanceof ServiceError && error.kind === "forbidden")
      return previewSentiment(viewer);
    throw error;
  }
}

/** @returns whether a recommendation is a preview, which is not stored */
export const isPreview = <Row extends MomentumRow | SentimentRow>(
  row: Row,
): row is Row & { isPreview: true } => "isPreview" in row;
