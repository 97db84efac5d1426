import { Form } from "@remix-run/react";
import type { ListedComment, ShownHidden } from "~/components/comments/comment-list";
import { PersonLink } from "~/components/people/person-link";
import { Button } from "~/components/ui/button";
import { FormKeyField } from "~/components/ui/form";
import { ChevronDownIcon } from "~/components/ui/icons";
import { LinkifiedText } from "~/components/ui/linkified-text";
import { HiddenReason, StatementLink } from "./hidden-mark";

/** A hidden comment, folded away, for its author and moderators. */
function HiddenComment({ id, hidden }: { id: string; hidden: ShownHidden }) {
  const { username, segments, decisionId, version, isAuthor } = hidden;
  return (
    <details className="group">
      <summary className="disclosure">
        <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
        {isAuthor ? "Read your comment" : `Read the comment by ${username}`}
      </summary>
      <div className="border-s-2 border-line ps-4">
        <LinkifiedText segments={segments} className="text-base" />
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {isAuthor ? null : <PersonLink name={username} />}
          <StatementLink decisionId={decisionId} />
        </p>
        {isAuthor ? (
          <Form method="post" action={`/comment/${id}/edit`}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="version" value={version} />
            <FormKeyField />
            <Button variant="danger" size="sm">
              Remove the comment for good
            </Button>
          </Form>
        ) : null}
      </div>
    </details>
  );
}

interface RemovedCommentProps {
  comment: ListedComment;
  /** The text, if it is hidden and the viewer may read it. */
  hidden: ShownHidden | undefined;
}

/** What stands in the place of a comment that was removed or hidden. */
export function RemovedComment({ comment, hidden }: RemovedCommentProps) {
  const { id, isRemovedByOperator, hiddenFor } = comment;
  if (!hiddenFor) {
    return (
      <p className="text-base text-muted">
        {isRemovedByOperator ? "This comment was removed." : "The author removed this comment."}
      </p>
    );
  }
  return (
    <>
      <p className="text-base text-muted">
        Hidden by a moderator: <HiddenReason mark={hiddenFor} />
      </p>
      {hidden ? <HiddenComment id={id} hidden={hidden} /> : null}
    </>
  );
}
