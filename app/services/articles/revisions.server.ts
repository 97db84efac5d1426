import { pickArticleFields } from "~/domain/article-fields";
import { MAX_REVISIONS, type EditableKind } from "~/domain/editing";
import type { CommentSubject } from "~/domain/threads";
import { findRevision, listRevisions, type Revision } from "~/models/revision.server";
import { notFoundError } from "../errors";
import { findArticle } from "./edit-article.server";
import { commentFields, readComment } from "./edit-comment.server";
import { findReview, reviewFields } from "./edit-review.server";

/** Where a text is, and its title. */
export interface EditedPlace {
  kind: EditableKind;
  id: string;
  /** The title of the article or the reviewed work; `null` for a comment. */
  title: string | null;
  /** What a comment is written on; otherwise `null`. */
  subject: CommentSubject | null;
  hub: string | null;
  authorName: string;
}

interface CurrentText {
  place: EditedPlace;
  current: Revision;
}

const readCurrent: Record<EditableKind, (id: string) => Promise<CurrentText>> = {
  async article(id) {
    const article = await findArticle(id);
    const { title, reviewer: authorName } = article;
    return {
      place: { ...NOWHERE, kind: "article", id, title, authorName },
      current: { ...writtenAt(article), fields: pickArticleFields(article) },
    };
  },
  async review(id) {
    const review = await findReview(id);
    const { title, hub, username: authorName } = review;
    return {
      place: { ...NOWHERE, kind: "review", id, title, hub, authorName },
      current: { ...writtenAt(review), fields: reviewFields(review) },
    };
  },
  async comment(id) {
    const comment = await readComment(id);
    const { subject, username: authorName } = comment;
    return {
      place: { ...NOWHERE, kind: "comment", id, subject, authorName },
      current: { ...writtenAt(comment), fields: commentFields(comment) },
    };
  },
};

const NOWHERE = { title: null, subject: null, hub: null };

const writtenAt = (text: { version: number; createdAt: Date; editedAt: Date | null }) => ({
  version: text.version,
  writtenAt: text.editedAt ?? text.createdAt,
});

export type ListedRevision = Omit<Revision, "fields">;

/**
 * Lists the earlier versions of a text, newest first.
 * @throws ServiceError `notFound`, `gone` for an article that its author removed
 */
export async function browseRevisions(kind: EditableKind, id: string): Promise<ListedRevision[]> {
  const { current } = await readCurrent[kind](id);
  const revisions = await listRevisions(kind, id, MAX_REVISIONS);
  return revisions.filter(({ version }) => version < current.version);
}

/**
 * Reads an earlier version of a text.
 * @throws ServiceError `notFound`, `gone` for an article that its author removed
 */
export async function readRevision(
  kind: EditableKind,
  id: string,
  version: number,
): Promise<Revision> {
  const { current } = await readCurrent[kind](id);
  const revision = version < current.version && (await findRevision(kind, id, version));
  if (!revision) throw notFoundError("Version");
  return revision;
}

/** An edit: a version, and the version that replaced it. */
export interface Change {
  place: EditedPlace;
  before: Revision;
  after: Revision;
  /** All versions, newest first, beginning with the current one. */
  versions: ListedRevision[];
}

/**
 * Reads an edit of a text.
 * @param version the version that the edit produced; the current one by default
 * @throws ServiceError `notFound` if the text was never edited or `version` is not the result of an edit; `gone`
 */
export async function readChange(
  kind: EditableKind,
  id: string,
  version?: number,
): Promise<Change> {
  const { place, current } = await readCurrent[kind](id);
  const earlier = await listRevisions(kind, id, MAX_REVISIONS);
  const versions = [current, ...earlier].filter(
    (one, i) => i === 0 || one.version < current.version,
  );
  const chosen = versions.findIndex((one) => one.version === (version ?? current.version));
  const previous = chosen < 0 ? undefined : versions[chosen + 1];
  if (!previous) throw notFoundError("Version");
  const [before, after] = await Promise.all([
    findRevision(kind, id, previous.version),
    chosen === 0 ? current : findRevision(kind, id, versions[chosen]!.version),
  ]);
  if (!before || !after) throw notFoundError("Version");
  return {
    place,
    before,
    after,
    versions: versions.map((one) => ({ version: one.version, writtenAt: one.writtenAt })),
  };
}
