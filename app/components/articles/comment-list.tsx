import { EditLinks } from "~/components/edit-links";
import { PersonLink } from "~/components/people/person-link";
import { DateTime } from "~/components/ui/date-time";
import { LinkifiedText } from "../ui/linkified-text";
import type { SerializedComment } from "~/presenters/comments";
import type { TextSegment } from "~/domain/text-segments";

/** A comment whose URLs have already been found by the loader. */
export type ListedComment = Omit<SerializedComment, "content"> & { segments: TextSegment[] };

/** Comments, oldest first, each with its own anchor. */
export function CommentList({ comments }: { comments: readonly ListedComment[] }) {
  if (!comments.length) return <p className="text-base text-muted">No comments yet.</p>;
  return (
    <ol className="grid grid-cols-1 gap-5">
      {comments.map(({ id, username, segments, createdAt, editedAt, removedAt }) => (
        <li key={id} id={`comment-${id}`} className="target:bg-accent-wash">
          {removedAt ? (
            <p className="text-base text-muted italic">The author removed this comment.</p>
          ) : (
            <>
              <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
                <b className="font-medium text-ink">
                  <PersonLink name={username} />
                </b>
                <DateTime value={createdAt} withTime />
                <EditLinks path={`/comment/${id}`} author={username} editedAt={editedAt} />
              </p>
              <LinkifiedText segments={segments} className="mt-1 text-base" />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
