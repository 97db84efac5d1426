import mongoose from "mongoose";
import { beforeEach, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import {
  countComments,
  countOtherCommenters,
  importComments,
  listComments,
} from "~/models/comment.server";
import { addUpvote, countUpvotes, importUpvotes, findUpvotedAmong } from "~/models/upvote.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const [article, otherArticle, mara, ida] = [idOf(101), idOf(102), idOf(201), idOf(202)] as const;

type Imported = Parameters<typeof importComments>[0][number];
const comment = (number: number, fields: Partial<Imported> = {}): Imported => ({
  id: idOf(number),
  articleId: article,
  authorId: mara,
  username: "Mara",
  content: `Comment ${number}`,
  // Three comments in each second, so that pages end within a tie.
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 3))),
  ...fields,
});

beforeEach(() =>
  importComments([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => comment(number)),
    comment(50, { articleId: otherArticle }),
  ]),
);

test.each([1, 2, 3, 4, 9, 10, 11])(
  "comments of an article are listed oldest first, each once, in pages of %d",
  async (limit) => {
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const after = cursor ? decodeCursor(cursor) : null;
      const page = await listComments(article, { limit, after });
      read.push(...page.items.map(({ content }) => content));
      cursor = page.next;
    } while (cursor);
    expect(read).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `Comment ${number}`));
  },
);

test("a listed comment has its author's name, and no ids of the author or article", async () => {
  const { items } = await listComments(article, { limit: 1 });
  expect(items).toEqual([
    {
      id: idOf(1),
      username: "Mara",
      content: "Comment 1",
      createdAt: new Date("2026-01-01T00:00:00Z"),
      version: 1,
      editedAt: null,
      removedAt: null,
    },
  ]);
});

test("comments are counted for each article, and separately those not by its author", async () => {
  await importComments([comment(11, { authorId: ida }), comment(12, { authorId: ida })]);
  const authors = new Map([
    [article, mara],
    [otherArticle, ida],
    [idOf(103), mara],
  ]);
  expect(await countComments(authors)).toEqual(
    new Map([
      [article, { all: 12, byOthers: 2, unproven: 0 }],
      [otherArticle, { all: 1, byOthers: 1, unproven: 0 }],
    ]),
  );
});

test("commenters other than the author are counted if they have a comment that counts", async () => {
  await importComments([
    comment(11, { authorId: ida }),
    comment(12, { authorId: ida, createdAt: new Date("2026-03-01") }),
    comment(13, { authorId: idOf(3), createdAt: new Date("2026-03-01") }),
    comment(14, { authorId: idOf(4), isUnproven: true }),
    comment(15, { authorId: idOf(5) }),
  ]);
  await mongoose.connection
    .collection("comments")
    .updateOne({ _id: new mongoose.Types.ObjectId(idOf(15)) }, { $set: { removedAt: new Date() } });
  const authors = new Map([
    [article, mara],
    [otherArticle, mara],
  ]);
  expect(await countOtherCommenters(authors)).toEqual(new Map([[article, 2]]));
  expect(await countOtherCommenters(authors, new Date("2026-02-01"))).toEqual(
    new Map([[article, 1]]),
  );
});

test("a user's upvote of an article is stored once", async () => {
  expect(await addUpvote(article, mara)).toBe(true);
  expect(await addUpvote(article, mara)).toBe(false);
  expect(await addUpvote(article, ida)).toBe(true);
  expect(await addUpvote(otherArticle, mara)).toBe(true);
  await importUpvotes([
    { articleId: article, userId: mara, createdAt: new Date() },
    { articleId: otherArticle, userId: ida, createdAt: new Date() },
  ]);
  const authors = new Map([
    [article, mara],
    [otherArticle, idOf(109)],
    [idOf(103), ida],
  ]);
  expect(await countUpvotes(authors)).toEqual(
    new Map([
      [article, { all: 2, weightless: 1 }],
      [otherArticle, { all: 2, weightless: 0 }],
    ]),
  );
});

test("the articles that a user has upvoted are found among given ones", async () => {
  await addUpvote(article, mara);
  await addUpvote(otherArticle, ida);
  expect(await findUpvotedAmong([article, otherArticle, "no id"], mara)).toEqual(
    new Set([article]),
  );
  expect(await findUpvotedAmong([], mara)).toEqual(new Set());
});
