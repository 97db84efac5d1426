/** Texts and people as moderators see them: whole, each with the place where it stands. */
import type { ModerationTarget } from "~/domain/moderation";
import type { CommentSubject } from "~/domain/threads";
import { findArticles, type Article } from "./article.server";
import type { Comment } from "./comment.server";
import { findHiddenTexts } from "./hidden-text.server";
import { findNoticedTexts } from "./noticed-text.server";
import { findPeople, type Person } from "./profile.server";
import { findReviews, type Review } from "./review.server";
import { findComments } from "./threads.server";

type WholeText = { hiddenAt?: Date } & (
  | { kind: "article"; text: Article }
  | { kind: "comment"; text: Comment }
  | { kind: "review"; text: Review }
);

/** A text or person. */
export interface ShownText {
  target: ModerationTarget;
  authorId: string;
  authorName: string;
  /** Of an article or a reviewed work; of a comment, that of what it is on, `null` if that is gone; a person’s name. */
  title: string | null;
  /** Of an article, its summary and its content. */
  text: string;
  url: string | null;
  /** The hub of a review, or of the review that a comment is on; the category of an article. */
  section: string | null;
  /** What a comment is on. */
  on: CommentSubject | null;
  createdAt: Date;
  editedAt: Date | null;
  version: number;
  /** When moderators hid it; `null` if everybody can see it. */
  hiddenAt: Date | null;
}

/** @returns a key of a text or person in maps */
export const keyOf = ({ kind, id }: ModerationTarget): string => `${kind} ${id}`;

/** @returns those of some texts and people that are there or hidden, by `keyOf`; a removed comment is not */
export async function findShownTexts(
  targets: readonly ModerationTarget[],
): Promise<Map<string, ShownText>> {
  const idsOf = (kind: ModerationTarget["kind"]) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const texts = targets.filter(({ kind }) => kind !== "person").map(({ id }) => id);
  const [articles, reviews, comments, people, hidden] = await Promise.all([
    unlessNone(idsOf("article"), findArticles),
    unlessNone(idsOf("review"), findReviews),
    unlessNone(idsOf("comment"), findComments),
    unlessNone(idsOf("person"), findPeople),
    unlessNone(texts, findHiddenTexts),
  ]);
  const shown = await toShownTexts([
    ...articles.map((text) => ({ kind: "article" as const, text })),
    ...reviews.map((text) => ({ kind: "review" as const, text })),
    ...comments
      .filter(({ removedAt }) => !removedAt)
      .map((text) => ({ kind: "comment" as const, text })),
    // Last, because placeholders stand in the place of hidden comments.
    ...hidden,
  ]);
  return new Map([...shown, ...people.map(ofPerson)].map((text) => [keyOf(text.target), text]));
}

const unlessNone = async <Item>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<Item[]>,
): Promise<Item[]> => (ids.length ? find(ids) : []);

/** @returns texts that have been read as moderators see them, in the same order */
export async function toShownTexts(texts: readonly WholeText[]): Promise<ShownText[]> {
  const subjects = await findNoticedTexts(
    texts.flatMap(({ kind, text }) => (kind === "comment" ? text.subject : [])),
  );
  return texts.map(({ kind, text, hiddenAt = null }): ShownText => {
    const { id, createdAt, editedAt, version } = text;
    const common = { target: { kind, id }, createdAt, editedAt, version, hiddenAt };
    if (kind === "comment") {
      const subject = subjects.get(text.subject.id);
      return {
        ...common,
        ...{ authorId: text.authorId, authorName: text.username, text: text.content, url: null },
        ...{ title: subject?.title ?? null, section: subject?.section ?? null, on: text.subject },
      };
    }
    const { title, url } = text;
    const work = { ...common, title, url, on: null };
    if (kind === "review") {
      const { userId: authorId, username: authorName, review, hub: section } = text;
      return { ...work, authorId, authorName, text: review, section };
    }
    const { authorId, reviewer: authorName, summary, content, category: section } = text;
    const parts = [summary, content].filter(Boolean);
    return { ...work, authorId, authorName, text: parts.join("\n\n"), section };
  });
}

const ofPerson = ({ id, name, about, disclosure, link, createdAt }: Person): ShownText => ({
  target: { kind: "person", id },
  authorId: id,
  authorName: name,
  title: name,
  text: [about, disclosure].filter(Boolean).join("\n\n"),
  url: link,
  section: null,
  on: null,
  createdAt,
  editedAt: null,
  version: 1,
  hiddenAt: null,
});
