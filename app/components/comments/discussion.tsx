import { useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { FollowButton } from "~/components/following/follow-button";
import { Link } from "~/components/ui/link";
import { Pagination, TabLinks } from "~/components/ui/list";
import { commentAnchor } from "~/domain/comment-path";
import { threadOrders, type ThreadOrder } from "~/domain/threads";
import { NewCount } from "~/components/readings/visit";
import type { ShownDiscussion } from "~/utils/discussion.server";
import type { FormResult } from "~/utils/forms/form-result";
import { LockMark } from "~/components/moderation/text-marks";
import type { MarkResponse } from "~/schemas/responses";
import { useViewer } from "~/utils/root-data";
import { CommentForm } from "./comment-form";
import { CommentList, type OwnDiscussion } from "./comment-list";

interface DiscussionProps {
  discussion: ShownDiscussion;
  /** What only the viewer is shown. */
  own: OwnDiscussion | null;
  /** The path of the page. */
  path: string;
  /** The id of the article or review. */
  subjectId: string;
  author: string;
  /** Set if moderators have locked it. */
  lock?: MarkResponse | null | undefined;
  heading: ReactNode;
  result?: FormResult | undefined;
}

const ORDER_LABELS: Record<ThreadOrder, string> = {
  oldest: "Oldest",
  newest: "Newest",
  best: "Best",
};

/** The comments on an article or review, with the forms to add one and to answer. */
export function Discussion(props: DiscussionProps) {
  const { discussion, own, path, subjectId, author, lock, heading, result } = props;
  const { comments, reply } = discussion;
  const isSuspended = useViewer()?.suspension;
  const [answeredId, setAnsweredId] = useReply(reply);
  const navigate = useNavigate();
  const isShown = (id: string) => comments.some((comment) => comment.id === id);
  useMissingTarget(path, isShown);
  // The new comment may be on another page of the discussion.
  const showPosted = (id: string) => {
    setAnsweredId(null);
    if (!isShown(id)) navigate(commentAnchor(path, id));
    else document.getElementById(`comment-${id}`)?.scrollIntoView({ block: "nearest" });
  };
  const answered = comments.find(({ id }) => id === answeredId);
  const lostId = answered ? undefined : (answeredId ?? undefined);
  const back = answered ? commentAnchor(path, answered.id) : path;
  const cancel = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAnsweredId(null);
  };
  return (
    <section
      id="comments"
      aria-labelledby="comments-heading"
      className="mt-14 max-w-measure border-t border-line pt-8"
    >
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments-heading" className="section-title">
          {heading}
        </h2>
        <FollowButton
          followed={{ kind: "thread", id: subjectId }}
          isFollowed={own?.followed[subjectId] !== undefined}
          labels={["Follow this discussion", "Following this discussion"]}
          redirectTo={`${path}#comments`}
        />
      </div>
      <NewCount
        visit={own?.visit}
        to={commentAnchor(path, own?.visit?.firstId ?? "")}
        className="-mt-3 mb-4"
      />
      <DiscussionOrder discussion={discussion} path={path} />
      <CommentList
        comments={comments}
        own={own}
        upvoted={own?.upvoted}
        hidden={own?.hidden}
        path={path}
        author={author}
        isOpen
        isLocked={Boolean(lock ?? isSuspended)}
        onReply={setAnsweredId}
        reply={
          answered && {
            to: answered.id,
            form: (
              <CommentForm
                subjectId={subjectId}
                answered={answered}
                action={`${path}?reply=${answered.id}#reply`}
                redirectTo={`${path}#comments`}
                result={reply === answered.id ? result : undefined}
                onPosted={showPosted}
              >
                <Link to={back} onClick={cancel} className="link inline-flex items-center touch">
                  Cancel
                </Link>
              </CommentForm>
            ),
          }
        }
      />
      <DiscussionPages discussion={discussion} path={path} />
      <LockMark mark={lock} className="mt-10" />
      {/* A comment that was refused because of a lock is not lost. */}
      {lock && !result ? null : (
        <div className="mt-10">
          <CommentForm
            key={lostId}
            subjectId={subjectId}
            lostId={lostId}
            // Posts to the path alone, so that the layout of an article can show the comment even if the article fails to
            // load.
            action={`${path}#comments`}
            redirectTo={`${path}#comments`}
            result={reply && answered ? undefined : result}
            onPosted={showPosted}
          />
        </div>
      )}
    </section>
  );
}

/** @returns the comment under which the form to answer is open: as the address says, until it is opened elsewhere */
function useReply(reply: string | null) {
  const [state, setState] = useState({ reply, answeredId: reply });
  const answeredId = state.reply === reply ? state.answeredId : reply;
  const lastId = useRef(answeredId);
  useEffect(() => {
    // The form was unmounted and the focus lost with it.
    if (answeredId === null && document.activeElement === document.body) {
      const link = document.querySelector<HTMLElement>(`a[href$="?reply=${lastId.current}#reply"]`);
      link?.focus({ preventScroll: true });
    }
    lastId.current = answeredId;
  }, [answeredId]);
  return [answeredId, (id: string | null) => setState({ reply, answeredId: id })] as const;
}

/** Opens the page with the comment that the fragment of the address names, if it is not on this one. */
function useMissingTarget(path: string, isShown: (id: string) => boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const id = /^#comment-([0-9a-f]{24})$/.exec(window.location.hash)?.[1];
    const isAsked = window.location.search.includes(`comment=${id}`);
    if (id && !isAsked && !isShown(id)) navigate(commentAnchor(path, id), { replace: true });
    // Only when the page is opened: later, comments come and go under the reader's eyes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
}

interface DiscussionPartProps {
  discussion: Pick<ShownDiscussion, "comments" | "order" | "isThread" | "first" | "next" | "rest">;
  path: string;
}

function DiscussionOrder({ discussion, path }: DiscussionPartProps) {
  const { comments, order, isThread, first, next } = discussion;
  if (isThread) {
    return (
      <p className="mb-6">
        <Link to={`${path}#comments`} className="link inline-flex items-center touch">
          All comments
        </Link>
      </p>
    );
  }
  const hasOneThread = comments.filter(({ depth }) => depth === 0).length < 2;
  if (hasOneThread && first === null && !next) return null;
  return (
    <TabLinks
      label="Order of the comments"
      className="mb-6"
      tabs={threadOrders.map((one) => ({
        to: `${path}${one === "oldest" ? "" : `?order=${one}`}#comments`,
        label: ORDER_LABELS[one],
        current: one === order,
      }))}
    />
  );
}

/** The links to the rest of a long thread, and to the other pages of the discussion. */
export function DiscussionPages({
  discussion,
  path,
  reloadDocument = false,
}: DiscussionPartProps & { reloadDocument?: boolean }) {
  const { isThread, first, next, rest } = discussion;
  const to = (search: string | null) => search !== null && `${path}${search}#comments`;
  return (
    <>
      {!isThread && rest ? (
        <p className="mt-6">
          <Link
            to={to(rest) || path}
            reloadDocument={reloadDocument}
            className="link inline-flex items-center touch"
          >
            Read the rest of this thread
          </Link>
        </p>
      ) : null}
      <Pagination
        label={isThread ? "Pages of the thread" : "Pages of comments"}
        previous={to(first) || null}
        previousLabel={isThread ? "Start of the thread" : "First page"}
        next={to(isThread ? rest : next) || null}
        reloadDocument={reloadDocument}
        nextLabel={isThread ? "More of the thread" : "More comments"}
      />
    </>
  );
}
