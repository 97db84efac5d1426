/** What can be flagged: whatever everybody can see. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { ModerationTarget } from "~/domain/moderation";
import { personPath } from "~/domain/person-path";
import { excerptOf, plainText } from "~/domain/tokenizer";
import { findPeople } from "~/models/profile.server";
import { findTexts, type StoredText } from "~/models/text.server";
import { readSubjectTitles } from "../articles/subject-titles.server";

/** A text or person as those see it who flag it. */
export interface Flaggable {
  authorId: string;
  authorName: string;
  /** Of a comment, that of what it is on; of a person, the name. */
  title: string;
  excerpt: string;
  path: string;
}

/** @returns a text or person that everybody can see; `null` if it is not there, removed or hidden */
export const findFlaggable = async (target: ModerationTarget): Promise<Flaggable | null> =>
  (await findFlaggables([target])).get(target.id) ?? null;

/** @returns those of some texts and people that everybody can see, by id */
export async function findFlaggables(
  targets: readonly ModerationTarget[],
): Promise<Map<string, Flaggable>> {
  const idsOf = (kind: ModerationTarget["kind"]) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const [texts, people] = await Promise.all([
    findTexts({ article: idsOf("article"), review: idsOf("review"), comment: idsOf("comment") }),
    findPeople(idsOf("person")),
  ]);
  const seen = [...texts.values()].filter((text) => text.kind !== "comment" || !text.removedAt);
  const titleOf = await readSubjectTitles(seen.filter((text) => text.kind === "comment"));
  return new Map([
    ...seen.map((text) => [text.id, toFlaggable(text, titleOf)] as const),
    ...people.map(({ id, name, about }) => {
      const path = personPath(name);
      return [
        id,
        { authorId: id, authorName: name, title: name, excerpt: about ?? "", path },
      ] as const;
    }),
  ]);
}

const excerpt = (text: string) => excerptOf(plainText(text), []);

function toFlaggable(
  text: StoredText,
  titleOf: Awaited<ReturnType<typeof readSubjectTitles>>,
): Flaggable {
  switch (text.kind) {
    case "article":
      return {
        authorId: text.authorId,
        authorName: text.reviewer,
        title: text.title,
        excerpt: text.summary,
        path: `/article/${text.id}`,
      };
    case "review":
      return {
        authorId: text.userId,
        authorName: text.username,
        title: text.title,
        excerpt: excerpt(text.review),
        path: reviewPath(text),
      };
    case "comment":
      return {
        authorId: text.authorId,
        authorName: text.username,
        title: titleOf(text),
        excerpt: excerpt(text.content),
        path: commentPath(text),
      };
  }
}
