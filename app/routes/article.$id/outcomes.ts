import type { ToastKey } from "~/utils/toasts";

/** What is said of an upvote and of a comment: by the server, and by the browser where it had no answer. */
export const outcomes = {
  upvote: { done: "articleUpvoted", needsLogin: "upvoteNeedsLogin", failed: "upvoteFailed" },
  comment: { done: "commentPosted", needsLogin: "commentNeedsLogin", failed: "commentFailed" },
} as const satisfies Record<string, Record<"done" | "needsLogin" | "failed", ToastKey>>;
