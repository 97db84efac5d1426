/** What can be upvoted: everything but one's own. */
export const upvotedKinds = ["article", "comment"] as const;
export type UpvotedKind = (typeof upvotedKinds)[number];

/** An article or comment, as far as upvotes depend on it. */
export interface Upvoted {
  kind: UpvotedKind;
  id: string;
}
