import type { Viewer } from "./viewer";

/** The topic whose reviews only members write. */
const MEMBERS_TOPIC = "tokenomics";

/** @returns whether only members may add a review in a hub */
export const isForMembers = (topicSlug: string): boolean => topicSlug === MEMBERS_TOPIC;

/** @returns whether a viewer may add a review in a hub */
export const mayReview = (viewer: Viewer | null, topicSlug: string): boolean =>
  viewer !== null && (viewer.isMember || !isForMembers(topicSlug));

/** @returns whether a viewer may vote on an application, as far as roles go */
export const mayVote = (viewer: Viewer | null): boolean => viewer?.isMember ?? false;

/**
 * @param isListEmpty whether there is no recommendation yet: then whoever is signed in may make the first
 * @returns whether a viewer may have a momentum recommendation generated
 */
export const mayGenerateMomentum = (viewer: Viewer | null, isListEmpty: boolean): boolean =>
  viewer !== null && (viewer.isMember || isListEmpty);

/** @returns whether a viewer may have a sentiment recommendation generated */
export const mayGenerateSentiment = (viewer: Viewer | null): boolean => viewer !== null;
