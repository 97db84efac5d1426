import { commentAnchor } from "~/domain/comment-path";
import { FollowButton } from "./follow-button";

/** Why somebody follows a thread. */
type FollowReason = "writing" | "asked";

/** The ids of what the threads that somebody follows begin with, each with why they follow it. */
export type FollowedThreads = Readonly<Record<string, FollowReason>>;

interface ThreadFollowProps {
  /** The id of the first comment of the thread. */
  id: string;
  /** The path of the page with the discussion. */
  path: string;
  author: string;
  /** Whether the viewer follows the thread, and whether because of having written in it. */
  state: FollowReason | undefined;
}

/** Says whether the viewer follows a thread, and follows or leaves it. */
export const ThreadFollow = ({ id, path, author, state }: ThreadFollowProps) => (
  <div className="comment-part mt-2 -ms-3 flex flex-wrap items-center gap-x-1 text-sm text-muted">
    {state ? (
      <span className="ms-3">
        You follow this thread{state === "writing" ? " because you wrote in it" : null}.
      </span>
    ) : null}
    <FollowButton
      followed={{ kind: "thread", id }}
      isFollowed={state !== undefined}
      title={author ? `the thread of ${author}` : "the thread"}
      labels={["Follow this thread", "Leave"]}
      variant="quiet"
      redirectTo={commentAnchor(path, id)}
    />
  </div>
);
