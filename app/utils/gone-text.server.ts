/** What the page of an article or review shows that its author removed, or that moderators have hidden. */
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { ListedComment, ShownHidden } from "~/components/comments/comment-list";
import type { GoneText } from "~/components/moderation/gone-text";
import { linkify, linkifyNames } from "~/domain/linkify";
import { linkNames } from "~/domain/named";
import type { CommentSubject } from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import {
  findHiddenText,
  findHiddenTexts,
  mayReadHidden,
  type HiddenText,
} from "~/services/articles/hide.server";
import { withHeadingLinks } from "~/services/content/heading-links";
import { renderMarkdown } from "~/services/content/markdown.server";
import { withDirections } from "~/services/content/text-direction";
import { ServiceError } from "~/services/errors";
import { discussionPlace, readDiscussionPage } from "./discussion.server";
import { viewerOfPage } from "./http/auth.server";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/**
 * Awaits the data of the page of an article or review.
 * @throws Response 410 with a `GoneText` if it is gone
 */
export async function orGoneText<Result>(
  args: Args,
  subject: CommentSubject,
  page: Promise<Result>,
): Promise<Result> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === "gone")) throw error;
    const gone = await readGoneText(args, subject);
    const headers: Record<string, string> = gone.own ? { "Cache-Control": "no-store" } : {};
    throw data(gone, { status: 410, headers });
  }
}

async function readGoneText(args: Args, subject: CommentSubject): Promise<GoneText> {
  const [hidden, viewer, discussion] = await Promise.all([
    findHiddenText(subject.id),
    viewerOfPage(args),
    readDiscussionPage(subject, discussionPlace(args.request)),
  ]);
  return {
    kind: subject.kind,
    id: subject.id,
    discussion,
    hiddenComments: await hiddenCommentsFor(viewer, discussion.comments),
    mark: hidden && { reason: hidden.reason, rule: hidden.rule },
    own: hidden && mayReadHidden(viewer, hidden) ? shown(hidden, viewer) : null,
  };
}

function shown(hidden: HiddenText, viewer: Viewer | null): GoneText["own"] {
  const { kind, text, decisionId } = hidden;
  if (kind === "comment") return null;
  const common = {
    decisionId,
    title: text.title,
    url: text.url,
    createdAt: text.createdAt.toISOString(),
    version: text.version,
    isAuthor: viewer?.id === hidden.authorId,
  };
  if (kind === "review") {
    const { username, author, rating, review, named, hub } = text;
    const segments = linkify(review, named);
    return { ...common, username, work: { author, rating }, segments, html: "", hub };
  }
  const html = linkNames(renderMarkdown(text.content), text.named);
  return {
    ...common,
    username: text.reviewer,
    work: null,
    segments: linkifyNames(text.summary, text.named),
    html: withDirections(withHeadingLinks(html)),
    hub: null,
  };
}

/** @returns the hidden ones among some comments that the viewer may read, by id */
export async function hiddenCommentsFor(
  viewer: Viewer | null,
  comments: readonly ListedComment[],
): Promise<Record<string, ShownHidden>> {
  const marked = comments.flatMap(({ id, hiddenFor }) => (hiddenFor ? [id] : []));
  if (!viewer || !marked.length) return {};
  const readable = (await findHiddenTexts(marked)).filter((one) => mayReadHidden(viewer, one));
  return Object.fromEntries(
    readable.flatMap((hidden) => {
      if (hidden.kind !== "comment") return [];
      const { content, named, username, version } = hidden.text;
      const own = { username, decisionId: hidden.decisionId, version };
      const isAuthor = hidden.authorId === viewer.id;
      return [[hidden.id, { ...own, isAuthor, segments: linkify(content, named) }]];
    }),
  );
}
