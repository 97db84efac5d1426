import { DateTime } from "~/components/ui/date-time";
import { LinkedText } from "~/components/ui/linked-text";
import type { ShownComment } from "~/services/representations";

/** Comments, oldest first, each with an address of its own. */
export function CommentList({ comments }: { comments: readonly ShownComment[] }) {
  if (!comments.length) return <p className="text-base text-muted">No comments yet.</p>;
  return (
    <ol className="grid gap-5">
      {comments.map(({ id, username, content, createdAt }) => (
        <li key={id} id={`comment-${id}`} className="target:bg-accent-wash">
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
            <b className="font-medium text-ink">{username}</b>
            <DateTime value={createdAt} withTime />
          </p>
          <LinkedText text={content} className="mt-1 text-base" />
        </li>
      ))}
    </ol>
  );
}
