import { Form } from "@remix-run/react";
import { RemovedTextResult } from "~/components/articles/missing-article-result";
import { CommentList, type ShownHidden } from "~/components/comments/comment-list";
import { DiscussionPages } from "~/components/comments/discussion";
import { PersonLink } from "~/components/people/person-link";
import { Button, ButtonLink } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { FormKeyField } from "~/components/ui/form";
import { LinkifiedText } from "~/components/ui/linkified-text";
import { Page, PageHeader, Prose } from "~/components/ui/page";
import { Stars } from "~/components/ui/stars";
import { reviewPath } from "~/config/hubs";
import type { TextSegment } from "~/domain/text-segments";
import type { CommentSubject } from "~/domain/threads";
import type { ShownDiscussion } from "~/utils/discussion.server";
import { HiddenReason, StatementLink, type HiddenMark } from "./hidden-mark";

/** An article or review that its author removed, or that moderators have hidden, and the comments on it. */
export interface GoneText extends CommentSubject {
  discussion: ShownDiscussion;
  /** The hidden comments that the viewer may read. */
  hiddenComments: Record<string, ShownHidden>;
  /** Why it is hidden; `null` if its author removed it. */
  mark: HiddenMark | null;
  /** The text of what is hidden, for its author and moderators. */
  own: OwnHidden | null;
}

interface OwnHidden {
  decisionId: string;
  title: string;
  url: string | null;
  username: string;
  createdAt: string;
  version: number;
  isAuthor: boolean;
  /** Of a review: the author of the work, and the rating. */
  work: { author: string; rating: number } | null;
  segments: TextSegment[];
  html: string;
  /** Of a review. */
  hub: string | null;
}

/** Shown instead of an article or review that is gone, at its address. */
export function GoneTextPage({ gone, path }: { gone: GoneText; path: string }) {
  const { kind, id, discussion, hiddenComments, mark, own } = gone;
  return (
    <Page>
      <PageHeader
        title={mark ? "Hidden by moderators" : `This ${kind} was removed by its author.`}
        standfirst={
          mark ? <HiddenReason mark={mark} /> : "What others said about it is still here."
        }
      />
      {own ? <OwnText kind={kind} id={id} own={own} /> : null}
      <div id="comments">
        <RemovedTextResult id={id} />
        {kind === "review" ? (
          <ButtonLink to="/research">Go to the research hubs</ButtonLink>
        ) : (
          <ButtonLink to="/community">Go to all articles</ButtonLink>
        )}
        {discussion.comments.length ? (
          <section aria-labelledby="comments-heading" className="mt-14 max-w-measure">
            <h2 id="comments-heading" className="mb-6 section-title">
              Comments
            </h2>
            <CommentList comments={discussion.comments} path={path} hidden={hiddenComments} />
            {/* Document requests, because this error page has no loader data that a navigation could replace. */}
            <DiscussionPages discussion={discussion} path={path} reloadDocument />
          </section>
        ) : null}
      </div>
    </Page>
  );
}

/** The hidden text, which only its author and moderators see. */
function OwnText({ kind, id, own }: Pick<GoneText, "kind" | "id"> & { own: OwnHidden }) {
  const { decisionId, title, url, username, createdAt, work, segments, html, hub } = own;
  const path = kind === "article" ? `/article/${id}` : reviewPath({ id, hub: hub ?? "" });
  return (
    <article
      aria-labelledby="hidden-title"
      className="mb-10 max-w-measure rounded border border-line bg-sunken p-5 sm:p-6"
    >
      <p className="text-sm text-muted">
        {own.isAuthor
          ? "Only you and moderators can read it."
          : "Only its author and moderators can read it."}{" "}
        <StatementLink decisionId={decisionId} />
      </p>
      <h2 id="hidden-title" dir="auto" className="mt-2 section-title wrap-anywhere">
        {title}
      </h2>
      <p className="meta-line mt-2">
        <DateTime value={createdAt} />
        <span>
          by <PersonLink name={username} />
        </span>
      </p>
      {work ? (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-base wrap-anywhere">
          <span dir="auto">{work.author}</span> <Stars rating={work.rating} />
        </p>
      ) : null}
      {url ? <p className="mt-2 text-sm wrap-anywhere text-muted">{url}</p> : null}
      <LinkifiedText segments={segments} className="mt-4 text-base" />
      {html ? <Prose html={html} className="mt-6" /> : null}
      {own.isAuthor ? (
        <Form method="post" action={`${path}/edit`} className="mt-6">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="version" value={own.version} />
          <FormKeyField />
          <Button variant="danger" size="sm">
            {`Remove the ${kind} for good`}
          </Button>
        </Form>
      ) : null}
    </article>
  );
}
