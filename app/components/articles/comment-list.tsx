import { DateTime } from "~/components/ui/date-time";
import { LinkedPieces } from "../ui/linkified-text";
import type { ShownComment } from "~/services/serializers";
import type { LinkedPiece } from "~/utils/linkify";

/** A comment as a page has it: the addresses in it found already. */
export type ListedComment = Omit<ShownComment, "content"> & { pieces: LinkedPiece[] };

/** Comments, oldest first, each with an address of its own. */
export function CommentList({ comments }: { comments: readonly ListedComment[] }) {
  if (!comments.length) return <p className="text-base text-muted">No comments yet.</p>;
  return (
    <ol className="grid grid-cols-1 gap-5">
      {comments.map(({ id, username, pieces, createdAt }) => (
        <li key={id} id={`comment-${id}`} className="target:bg-accent-wash">
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
            <b className="font-medium text-ink">{username}</b>
            <DateTime value={createdAt} withTime />
          </p>
          <LinkedPieces pieces={pieces} className="mt-1 text-base" />
        </li>
      ))}
    </ol>
  );
}
