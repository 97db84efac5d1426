/** What a person can follow. */
export const followedKinds = ["person", "hub", "category", "asset", "thread"] as const;
export type FollowedKind = (typeof followedKinds)[number];

/**
 * Something that can be followed. `target` is the id of a person, the slug of a hub or category, the symbol of an asset,
 * or the id of what a thread begins with: its first comment, or an article or review for its whole discussion.
 */
export interface Followed {
  kind: FollowedKind;
  target: string;
}

/** Maximum number of things that a person can follow. */
export const MAX_FOLLOWED = 5000;
