import { describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import type { EditableKind } from "~/domain/editing";
import type { Followed } from "~/domain/following";
import { topics } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { importArticles } from "~/models/article.server";
import { addBlock } from "~/models/block.server";
import { importComments } from "~/models/comment.server";
import { addFollowing } from "~/models/following.server";
import { importMentions } from "~/models/mention.server";
import { importReviews } from "~/models/review.server";
import { readRiver } from "~/services/following/river.server";
import { collection, useDatabase } from "../../setup/database";
import { articleRow, atMinute, commentRow, idOf, reviewRow } from "../../setup/rows";
import { Types } from "mongoose";

useDatabase();

const reader = { id: idOf(9000) } as Viewer;

/** A text, as the plain model of the river knows it. */
interface Text {
  number: number;
  kind: EditableKind;
  author: number;
  minute: number;
  /** The category of an article, the hub of a review. */
  topic: string;
  /** What a comment is on, and the first comment of its thread. */
  article?: number;
  root?: number;
  tokens: string[];
}

/** A generator of numbers from 0 to below 1, the same at each run. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function makeTexts(random: () => number, count: number): Text[] {
  const among = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const texts: Text[] = [];
  for (let number = 1; number <= count; number += 1) {
    const before = (kind: EditableKind) => texts.filter((text) => text.kind === kind);
    const [articles, comments] = [before("article"), before("comment")];
    const kind = articles.length
      ? among<EditableKind>(["article", "review", "comment", "comment"])
      : "article";
    const answered =
      kind === "comment" && comments.length && random() < 0.5 ? among(comments) : null;
    texts.push({
      number,
      kind,
      author: random() < 0.05 ? 9000 : 5000 + Math.floor(random() * 12),
      // Several texts have the same time.
      minute: Math.floor(random() * (count / 3)),
      topic: among(topics).slug,
      ...(kind === "comment" && {
        article: answered?.article ?? among(articles).number,
        ...(answered && { root: answered.root ?? answered.number }),
      }),
      tokens: ["BTC", "ETH", "SOL"].filter(() => random() < 0.1),
    });
  }
  return texts;
}

async function store(texts: readonly Text[]): Promise<void> {
  const fields = ({ author, minute }: Text) => ({
    ...{ authorId: idOf(author), userId: idOf(author), createdAt: atMinute(minute) },
  });
  const of = (kind: EditableKind) => texts.filter((text) => text.kind === kind);
  await importArticles(
    of("article").map((text) => articleRow(text.number, { ...fields(text), category: text.topic })),
  );
  await importReviews(
    of("review").map((text) => reviewRow(text.number, { ...fields(text), hub: text.topic })),
  );
  await importComments(
    of("comment").map((text) =>
      commentRow(text.number, {
        ...fields(text),
        subject: { kind: "article", id: idOf(text.article!) },
        ancestorIds: text.root ? [idOf(text.root)] : [],
      }),
    ),
  );
  await importMentions(
    texts.flatMap(({ number, kind, author, minute, tokens }) =>
      tokens.map((token) => ({
        ...{ token, kind, p: 0, author: idOf(author), document: idOf(number), sketch: [] },
        ...{ createdAt: atMinute(minute).getTime(), method: "1" },
      })),
    ),
  );
}

/** Whether somebody who follows these things sees a text. */
const isSeen = (text: Text, followed: readonly Followed[]) =>
  text.author !== 9000 &&
  followed.some(({ kind, target }) => {
    if (kind === "person") return target === idOf(text.author);
    if (kind === "asset") return text.tokens.includes(target);
    if (kind === "category") return text.kind === "article" && text.topic === target;
    if (kind === "hub") return text.kind !== "comment" && text.topic === target;
    return [text.article, text.root].some((start) => start && target === idOf(start));
  });

const newestFirst = (one: Text, other: Text) =>
  other.minute - one.minute || other.number - one.number;

async function readAll(limit: number): Promise<number[]> {
  const found: number[] = [];
  let next: string | null = null;
  do {
    const page = await readRiver(reader, { after: next ? decodeCursor(next) : null, limit });
    found.push(...page.items.map(({ text }) => Number.parseInt(text.id, 16)));
    next = page.next;
  } while (next);
  return found;
}

const some: Followed[] = [
  { kind: "person", target: idOf(5003) },
  { kind: "hub", target: "macro" },
  { kind: "category", target: "stocks" },
  { kind: "asset", target: "BTC" },
  { kind: "asset", target: "ETH" },
  { kind: "thread", target: idOf(1) },
];

/** People who have written nothing, so many that the river is not read by what is followed alone. */
const others: Followed[] = Array.from({ length: 210 }, (_, i) => ({
  kind: "person",
  target: idOf(20_000 + i),
}));

describe("the river has each text of what is followed once, newest first, on pages of any size", () => {
  test.each([
    ["little", 1, some],
    ["only one quiet person", 2, [{ kind: "person", target: idOf(5001) } as const]],
    ["nothing", 3, []],
    ["much", 4, [...some, ...others]],
    ["many quiet people", 5, others],
  ])("for who follows %s", async (_what, seed, followed) => {
    const texts = makeTexts(randomOf(seed), 260);
    await store(texts);
    const threads = texts.filter(({ kind, root }) => kind === "comment" && !root).slice(0, 3);
    const all =
      followed.length > 1 && followed !== others
        ? [
            ...followed,
            ...threads.map(({ number }) => ({ kind: "thread", target: idOf(number) }) as const),
          ]
        : followed;
    for (const { kind, target } of all) await addFollowing(reader.id, kind, target);
    const expected = texts.filter((text) => isSeen(text, all)).toSorted(newestFirst);
    for (const limit of [4, 25]) {
      expect(await readAll(limit)).toEqual(expected.map(({ number }) => number));
    }
  });
});

test("the river has nothing by those whom its reader has blocked", async () => {
  await importArticles(
    [1, 2].map((number) => articleRow(number, { authorId: idOf(5000 + number) })),
  );
  await addFollowing(reader.id, "category", "general");
  await addBlock(reader.id, idOf(5002));
  expect(await readAll(9)).toEqual([1]);
});

test("the river has no comments that were removed", async () => {
  await importArticles([articleRow(1)]);
  await importComments([2, 3].map((number) => commentRow(number, { authorId: idOf(5001) })));
  await addFollowing(reader.id, "person", idOf(5001));
  await addFollowing(reader.id, "thread", idOf(1));
  expect(await readAll(9)).toEqual([3, 2]);
  const _id = new Types.ObjectId(idOf(3));
  await collection("comments").updateOne({ _id }, { $set: { removedAt: new Date() } });
  expect(await readAll(9)).toEqual([2]);
});
