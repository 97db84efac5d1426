import type { Viewer } from "./viewer";

/** The topic whose hub accepts reviews from members only. */
const MEMBERS_TOPIC = "tokenomics";

/** @returns whether only members may add reviews to a hub */
export const isForMembers = (topicSlug: string): boolean => topicSlug === MEMBERS_TOPIC;

/** @returns whether the viewer may add a review to a hub */
export const mayReview = (viewer: Viewer | null, topicSlug: string): boolean =>
  viewer !== null && (viewer.isMember || !isForMembers(topicSlug));

/** @returns whether the viewer's role allows voting on applications */
export const mayVote = (viewer: Viewer | null): boolean => viewer?.isMember ?? false;

/**
 * @param isListEmpty whether the engine has made no recommendation yet; then any signed-in user may have
 *   the first one generated
 * @returns whether the viewer may have a recommendation generated and stored, by either engine
 */
export const mayGenerate = (viewer: Viewer | null, isListEmpty: boolean): boolean =>
  viewer !== null && (viewer.isMember || isListEmpty);

/** @returns whether the viewer may see what an engine would recommend now, without storing it */
export const mayPreview = (viewer: Viewer | null): boolean => viewer !== null;
