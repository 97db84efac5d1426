/** The private list of what somebody follows. */
import { reviewPath } from "~/config/hubs";
import { categoryName } from "~/domain/categories";
import { commentPath } from "~/domain/comment-path";
import type { Page } from "~/domain/cursor";
import { followedKinds, type FollowedKind } from "~/domain/following";
import { personPath } from "~/domain/person-path";
import { findToken } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import { listFollowed, type Following } from "~/models/following.server";
import type { OwnListPage } from "~/models/pagination.server";
import { findTexts, type StoredText } from "~/models/text.server";
import { findNames } from "~/models/user.server";
import { unauthenticatedError } from "../errors";
import { readSubjectTitles } from "../articles/subject-titles.server";
import { hubReference } from "../references";

/** Something that somebody follows, as it is listed. */
interface ListedFollowed extends Pick<Following, "kind" | "byWriting" | "createdAt"> {
  /** Its name, slug, symbol or id, as addresses and forms have it. */
  id: string;
  title: string;
  /** The path of its page; `null` if there is none. */
  to: string | null;
}

/** @returns a page of what the viewer follows, all of it or of one kind, the last followed first */
export async function readFollowed(
  viewer: Viewer | null,
  { kind, ...page }: OwnListPage & { kind?: FollowedKind },
): Promise<Page<ListedFollowed>> {
  if (!viewer) throw unauthenticatedError();
  const found = await listFollowed(viewer.id, kind ? [kind] : followedKinds, page);
  return { ...found, items: await describe(found.items) };
}

async function describe(followings: readonly Following[]): Promise<ListedFollowed[]> {
  const targets = (kind: FollowedKind) =>
    followings.flatMap((one) => (one.kind === kind ? [one.target] : []));
  const [names, threads] = await Promise.all([
    findNames(targets("person")),
    describeThreads(targets("thread")),
  ]);
  return followings.flatMap(({ kind, target, byWriting, createdAt }) => {
    const row = { kind, id: target, byWriting, createdAt };
    if (kind === "thread") return { ...row, ...threads(target) };
    if (kind !== "person") return { ...row, ...describeFixed[kind](target) };
    // An account whose deletion is under way is left out.
    const name = names.get(target);
    return name === undefined ? [] : { ...row, id: name, title: name, to: personPath(name) };
  });
}

const describeFixed = {
  hub: (slug: string) => ({ title: hubReference(slug).name, to: `/${slug}` }),
  category: (slug: string) => ({ title: categoryName(slug), to: `/category/${slug}` }),
  asset: (symbol: string) => {
    const name = findToken(symbol)?.name;
    return { title: name === undefined ? symbol : `${name} (${symbol})`, to: null };
  },
};

/** @param starts the ids of what the threads begin with @returns a function that describes each */
async function describeThreads(starts: readonly string[]) {
  const texts = await findTexts({ article: starts, review: starts, comment: starts });
  const titleOf = await readTitles([...texts.values()]);
  return (start: string) => {
    const text = texts.get(start);
    return text
      ? { title: titleOf(text), to: textPath(text) }
      : { title: "A discussion that was removed", to: null };
  };
}

/** @returns a function that gives the title of an article, of a reviewed work, or of what a comment is on */
export async function readTitles(texts: readonly StoredText[]) {
  const subjectTitle = await readSubjectTitles(
    texts.flatMap((text) => (text.kind === "comment" ? [text] : [])),
  );
  return (text: StoredText): string => (text.kind === "comment" ? subjectTitle(text) : text.title);
}

export function textPath(text: StoredText): string {
  if (text.kind === "article") return `/article/${text.id}`;
  return text.kind === "review" ? reviewPath(text) : commentPath(text);
}
