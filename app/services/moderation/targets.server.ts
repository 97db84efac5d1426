/** The texts and people that moderators decide about, hidden ones as well. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { ModerationReason, ModerationTarget } from "~/domain/moderation";
import { personPath } from "~/domain/person-path";
import { findArticle } from "~/models/article.server";
import { findPresentComment } from "~/models/comment-edits.server";
import { findHiddenText } from "~/models/hidden-text.server";
import type { ModerationMark } from "~/models/moderation-mark.server";
import { findPeople, findPerson } from "~/models/profile.server";
import { findReview } from "~/models/review.server";
import type { StoredText } from "~/models/text.server";
import { notFoundError } from "../errors";
import { readSubjectTitles } from "../articles/subject-titles.server";

/** A text or person as moderators see it. */
export interface FoundTarget {
  target: ModerationTarget;
  authorId: string;
  authorName: string;
  /** Of a comment, that of what it is on; of a person, the name. */
  title: string;
  path: string;
  /** The fields in which links are looked for, and that are shown; of a person, those of the profile. */
  fields: Readonly<Record<string, string | null>>;
  /** All that it says, field by field. */
  text: string;
  /** The text itself; `null` for a person. */
  stored: StoredText | null;
  /** The decision that hides it; `null` if everybody can see it. */
  hidden: { id: string; reason: ModerationReason; rule: number } | null;
  isHidden: boolean;
  locked: ModerationMark | null;
  warning: ModerationMark | null;
}

/** @returns a text or person, also one that is hidden; `null` if it does not exist or was removed */
export async function findTarget(target: ModerationTarget): Promise<FoundTarget | null> {
  if (target.kind === "person") return findPersonTarget(target);
  const stored = await findStored(target);
  if (stored) return toFound(stored, null);
  const found = await findHiddenText(target.id);
  if (found?.kind !== target.kind) return null;
  const { decisionId: id, reason, rule } = found;
  return toFound({ kind: found.kind, ...found.text } as StoredText, { id, reason, rule });
}

/**
 * @param idOrName of a text its id, of a person the id or, in any case, the name
 * @throws ServiceError `notFound`
 */
export async function resolveTarget(
  kind: ModerationTarget["kind"],
  idOrName: string,
): Promise<ModerationTarget> {
  if (/^[0-9a-f]{24}$/i.test(idOrName)) return { kind, id: idOrName.toLowerCase() };
  const person = kind === "person" ? await findPerson(idOrName) : null;
  if (!person) throw notFoundError(kind === "person" ? "Person" : "Text");
  return { kind, id: person.id };
}

async function findStored({ kind, id }: ModerationTarget): Promise<StoredText | null> {
  if (kind === "article") {
    const article = await findArticle(id);
    return article && { kind, ...article };
  }
  if (kind === "review") {
    const review = await findReview(id);
    return review && { kind, ...review };
  }
  const comment = await findPresentComment(id);
  return comment && { kind: "comment", ...comment };
}

async function findPersonTarget(target: ModerationTarget): Promise<FoundTarget | null> {
  const [person] = await findPeople([target.id]);
  if (!person) return null;
  const { about, link, disclosure } = person;
  return {
    ...{ target, authorId: person.id, authorName: person.name, title: person.name },
    path: personPath(person.name),
    ...withText({ about, link, disclosure }),
    ...{ stored: null, hidden: null, isHidden: false, locked: null, warning: null },
  };
}

async function toFound(text: StoredText, hidden: FoundTarget["hidden"]): Promise<FoundTarget> {
  return {
    target: { kind: text.kind, id: text.id },
    ...(await describe(text)),
    ...{ stored: text, hidden, isHidden: hidden !== null },
    ...{ locked: text.locked, warning: text.warning },
  };
}

async function describe(text: StoredText) {
  switch (text.kind) {
    case "article":
      return {
        ...{ authorId: text.authorId, authorName: text.reviewer, title: text.title },
        path: `/article/${text.id}`,
        ...withText(articleTexts(text)),
      };
    case "review": {
      const { title, author, url, review } = text;
      return {
        ...{ authorId: text.userId, authorName: text.username, title, path: reviewPath(text) },
        ...withText({ title, author, url, review }),
      };
    }
    case "comment": {
      const titleOf = await readSubjectTitles([text]);
      return {
        ...{ authorId: text.authorId, authorName: text.username, title: titleOf(text) },
        path: commentPath(text),
        ...withText({ content: text.content }),
      };
    }
  }
}

function articleTexts(article: StoredText & { kind: "article" }) {
  const { title, summary, url, content = "", disclosureNote, imageUrl } = article;
  return { title, summary, url, content, disclosureNote, imageUrl };
}

const withText = (fields: Readonly<Record<string, string | null>>) => ({
  fields,
  text: Object.values(fields)
    .filter((value) => value)
    .join("\n\n"),
});
