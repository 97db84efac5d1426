import { useLocation } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { type FollowedThreads, ThreadFollow } from "~/components/following/thread-follow";
import { EditLinks } from "~/components/edit-links";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { UpvoteButton } from "~/components/upvote-button";
import { PersonLink } from "~/components/people/person-link";
import type { Visit } from "~/components/readings/visit";
import { RemovedComment } from "~/components/moderation/hidden-comment";
import type { HiddenMark } from "~/components/moderation/hidden-mark";
import { FlagLink } from "~/components/moderation/flag-link";
import { SaveButton } from "~/components/saved/save-button";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { ChevronDownIcon } from "~/components/ui/icons";
import { LinkifiedText } from "~/components/ui/linkified-text";
import { Link, TextLink } from "~/components/ui/link";
import { commentAnchor } from "~/domain/comment-path";
import type { TextSegment } from "~/domain/text-segments";
import { MAX_THREAD_DEPTH } from "~/domain/threads";
import type { SerializedComment } from "~/presenters/comments";
import { LockMark, WarningMark } from "~/components/moderation/text-marks";
import { plural } from "~/utils/format";

/** A comment whose URLs have already been found by the loader. */
export interface ListedComment extends Omit<SerializedComment, "content"> {
  segments: TextSegment[];
  /** How many comments it answers, directly and indirectly. */
  depth: number;
  /** What it answers, unless that stands directly above it. The name of a removed comment is empty. */
  inReplyTo?: { id: string; name: string };
  isRemovedByOperator?: true;
  /** Why moderators have hidden it. */
  hiddenFor?: HiddenMark;
}

/** A hidden comment, for its author and moderators. */
export interface ShownHidden {
  username: string;
  segments: TextSegment[];
  decisionId: string;
  version: number;
  isAuthor: boolean;
}

/** What a discussion shows only to the viewer. */
export interface OwnDiscussion {
  /** The ids of the comments that the viewer has saved. */
  saved: string[];
  /** The ids of the comments that the viewer has upvoted. */
  upvoted: string[];
  /** The threads that the viewer follows. */
  followed: FollowedThreads;
  visit: (Visit & { firstId: string }) | null;
  /** The ids of the comments on the page that are new to the viewer. */
  news: string[];
  /** The hidden comments on the page that the viewer may read, by id. */
  hidden: Record<string, ShownHidden>;
}

/** What the comments of a page have in common. */
interface CommentsContext {
  /** The path of the page that shows the discussion. */
  path: string;
  /** The name of the author of the article or review; omitted if that was removed. */
  author?: string | undefined;
  own?: OwnDiscussion | null;
  /** The ids of the comments that the viewer has upvoted. */
  upvoted?: readonly string[] | undefined;
  /** The hidden comments that the viewer may read, by id. */
  hidden?: Record<string, ShownHidden> | undefined;
  /** The article on whose card the comments are. */
  articleId?: string;
  /** Called when an upvote was stored or taken back, if the page is not revalidated. */
  onUpvote?: ((id: string, hasUpvoted: boolean) => void) | undefined;
  /** Whether comments can be answered. */
  isOpen?: boolean;
  /** Whether moderators have locked the discussion, so that nothing in it can be answered. */
  isLocked?: boolean;
  /** Called with the id of a comment that is to be answered in place. */
  onReply?: (id: string) => void;
  /** The form to answer a comment, under the comment. */
  reply?: { to: string; form: ReactNode } | undefined;
}

interface CommentListProps extends CommentsContext {
  comments: readonly ListedComment[];
  /** Shows the comments one below the other, in the order given. */
  isFlat?: boolean;
}

/** Answers are indented this many times; deeper ones stand one below the other. */
const MAX_INDENTATION = 3;

interface Branch {
  comment: ListedComment;
  answers: Branch[];
}

/** @param comments depth-first @returns each with the answers that are indented below it */
function toBranches(comments: readonly ListedComment[]): Branch[] {
  const top: Branch[] = [];
  const open: { branch: Branch; level: number }[] = [];
  for (const comment of comments) {
    const level = Math.min(comment.depth, MAX_INDENTATION);
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const branch = { comment, answers: [] };
    (open.at(-1)?.branch.answers ?? top).push(branch);
    open.push({ branch, level });
  }
  return top;
}

/** Comments with their answers, indented below them. */
export function CommentList({ comments, isFlat = false, ...context }: CommentListProps) {
  if (!comments.length) return <p className="text-base text-muted">No comments yet.</p>;
  const branches = isFlat
    ? comments.map((comment) => ({ comment, answers: [] }))
    : toBranches(comments);
  return (
    <ol className="grid grid-cols-1 gap-6">
      {branches.map((branch) => (
        <CommentBranch key={branch.comment.id} {...branch} context={context} />
      ))}
    </ol>
  );
}

function CommentBranch({ comment, answers, ...given }: Branch & { context: CommentsContext }) {
  // A lock is about all answers below.
  const context = comment.locked ? { ...given.context, isLocked: true } : given.context;
  const body = (
    <>
      <CommentBody comment={comment} context={context} />
      {answers.length ? (
        <ol className="mt-5 grid grid-cols-1 gap-5 border-s border-line ps-3 sm:ps-5">
          {answers.map((branch) => (
            <CommentBranch key={branch.comment.id} {...branch} context={context} />
          ))}
        </ol>
      ) : null}
    </>
  );
  return (
    <li id={`comment-${comment.id}`} className="comment relative">
      <CommentHead comment={comment} context={context} isFoldable={answers.length > 0} />
      {answers.length ? (
        <details open className="group/fold">
          <summary className="absolute end-0 top-0 -mt-3 grid size-11 place-items-center text-muted hover:text-ink">
            <ChevronDownIcon className="size-4 group-open/fold:rotate-180" />
            <span className="sr-only">
              {`Fold the comment and its ${plural(countBelow(answers), "answer")}`}
            </span>
          </summary>
          {body}
        </details>
      ) : (
        body
      )}
      {context.isOpen && context.own && comment.depth === 0 ? (
        <ThreadFollow
          id={comment.id}
          path={context.path}
          author={comment.username}
          state={context.own.followed[comment.id]}
        />
      ) : null}
    </li>
  );
}

const countBelow = (answers: readonly Branch[]): number =>
  answers.reduce((sum, branch) => sum + 1 + countBelow(branch.answers), 0);

interface CommentPartProps {
  comment: ListedComment;
  context: CommentsContext;
}

/** Who wrote a comment and when, and what it answers. */
function CommentHead({
  comment,
  context: { path, author, own },
  isFoldable,
}: CommentPartProps & { isFoldable: boolean }) {
  const { id, username, createdAt, editedAt, removedAt, inReplyTo } = comment;
  return (
    <div className={isFoldable ? "comment-part pe-12" : "comment-part"}>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        {removedAt ? null : (
          <b className="font-medium text-ink">
            <PersonLink name={username} />
          </b>
        )}
        {!removedAt && username === author ? <Badge>author</Badge> : null}
        {own?.news.includes(id) ? <Badge tone="positive">New</Badge> : null}
        <Link to={commentAnchor(path, id)} className="hover:underline">
          <DateTime value={createdAt} withTime />
        </Link>
        {removedAt ? null : (
          <EditLinks path={`/comment/${id}`} author={username} editedAt={editedAt} />
        )}
      </p>
      {inReplyTo ? (
        <p className="text-sm text-muted">
          in reply to{" "}
          <TextLink to={commentAnchor(path, inReplyTo.id)}>
            {inReplyTo.name || "a removed comment"}
          </TextLink>
        </p>
      ) : null}
    </div>
  );
}

/** The text of a comment, and what can be done with it. */
function CommentBody({ comment, context }: CommentPartProps) {
  const { id, username, segments, upvotes, removedAt, depth } = comment;
  const {
    path,
    own,
    upvoted = [],
    articleId,
    onUpvote,
    isOpen,
    isLocked,
    onReply,
    reply,
  } = context;
  const { pathname, search } = useLocation();
  const replyInPlace = (event: MouseEvent) => {
    if (!onReply || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onReply(id);
  };
  return (
    <div className="comment-part">
      {removedAt ? (
        <RemovedComment comment={comment} hidden={context.hidden?.[id]} />
      ) : (
        <UnlessBlocked author={username}>
          <WarningMark mark={comment.warning} className="mt-1 mb-2" />
          <LinkifiedText segments={segments} className="mt-1 text-base" />
        </UnlessBlocked>
      )}
      <LockMark mark={comment.locked} className="mt-2" />
      {isOpen && !removedAt ? (
        <div className="mt-1 -ms-3 flex flex-wrap items-center gap-x-1">
          <UpvoteButton
            kind="comment"
            id={id}
            articleId={articleId}
            upvotes={upvotes}
            author={username}
            hasUpvoted={upvoted.includes(id)}
            action={pathname + search}
            onChange={onUpvote && ((hasUpvoted) => onUpvote(id, hasUpvoted))}
          />
          {reply?.to !== id && !isLocked && depth + 1 < MAX_THREAD_DEPTH ? (
            <ButtonLink
              to={`${path}?reply=${id}#reply`}
              onClick={replyInPlace}
              aria-label={`Reply to ${username}`}
              variant="quiet"
              size="sm"
            >
              Reply
            </ButtonLink>
          ) : null}
          <SaveButton
            kind="comment"
            id={id}
            isSaved={own?.saved.includes(id) ?? false}
            title={`comment by ${username}`}
            anchor={`comment-${id}`}
            isCompact
          />
          <FlagLink kind="comment" id={id} author={username} />
        </div>
      ) : null}
      {reply?.to === id ? (
        <div id="reply" className="mt-4 scroll-mt-64">
          {reply.form}
        </div>
      ) : null}
    </div>
  );
}
