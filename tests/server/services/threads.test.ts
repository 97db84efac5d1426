import { Types } from "mongoose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { randomNumbers } from "~/domain/random-numbers";
import {
  MAX_THREAD_DEPTH,
  MAX_THREAD_ON_PAGE,
  onArticle,
  threadOrders,
  type CommentSubject,
  type ThreadOrder,
} from "~/domain/threads";
import type { Viewer } from "~/domain/viewer";
import * as edits from "~/models/comment-edits.server";
import { importComments } from "~/models/comment.server";
import { isFollowing, removeFollowing } from "~/models/following.server";
import { commentOn, readComments } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeComment, removeReview } from "~/services/articles/removal.server";
import { addReview } from "~/services/articles/reviews.server";
import { readDiscussion, type DiscussionPage } from "~/services/articles/threads.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";
import { commentRow, idOf } from "../../setup/rows";

useDatabase();

const FIRST = {
  order: "oldest",
  after: null,
  comment: null,
  thread: null,
  afterPath: null,
} as const;

let subject: CommentSubject;
let people: Viewer[];
beforeEach(async () => {
  subject = onArticle((await addArticle()).id);
  people = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" }), await addUser()];
});

/** Yields each page of a discussion, with those of its long threads where they are linked. */
async function* pagesOf(order: ThreadOrder): AsyncGenerator<DiscussionPage> {
  for (let after = null; ;) {
    const page = await readDiscussion(subject, { ...FIRST, order, after });
    yield page;
    for (let { rest } = page; rest;) {
      const part: DiscussionPage = await readDiscussion(subject, { ...FIRST, ...rest });
      yield part;
      rest = part.rest;
    }
    if (!page.next) return;
    after = decodeCursor(page.next);
  }
}

async function readAll(order: ThreadOrder = "oldest"): Promise<DiscussionPage[]> {
  const pages = [];
  for await (const page of pagesOf(order)) pages.push(page);
  return pages;
}

const idsOf = async (order?: ThreadOrder) =>
  (await readAll(order)).flatMap((page) => page.comments.map(({ id }) => id));

/** The plain model: comments by id, in the order in which they were written. */
interface Node {
  id: string;
  parentId: string | null;
  author: Viewer;
  createdAt: number;
  upvotes: number;
  isRemoved: boolean;
}

class Model {
  nodes = new Map<string, Node>();

  answersTo = (parentId: string | null) =>
    [...this.nodes.values()].filter((node) => node.parentId === parentId).toSorted(byId);

  depthOf(id: string | null): number {
    const parent = id && this.nodes.get(id)?.parentId;
    return id ? 1 + this.depthOf(parent || null) : 0;
  }

  /** Removes a comment, and those above it that were removed and have no answers left. */
  remove(id: string | null): void {
    const node = id ? this.nodes.get(id) : undefined;
    if (!node?.isRemoved || this.answersTo(node.id).length) return;
    this.nodes.delete(node.id);
    this.remove(node.parentId);
  }

  ids(order: ThreadOrder): string[] {
    const below = (id: string): string[] => [id, ...this.answersTo(id).flatMap((a) => below(a.id))];
    return this.answersTo(null)
      .toSorted(ORDERS[order])
      .flatMap(({ id }) => below(id));
  }
}

const byId = (a: Node, b: Node) => (a.id < b.id ? -1 : 1);
const ORDERS: Record<ThreadOrder, (a: Node, b: Node) => number> = {
  oldest: (a, b) => a.createdAt - b.createdAt || byId(a, b),
  newest: (a, b) => b.createdAt - a.createdAt || byId(b, a),
  best: (a, b) => b.upvotes - a.upvotes || byId(a, b),
};

describe("a random discussion", () => {
  const random = randomNumbers(1);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  let model: Model;

  /** Stores threads of all sizes: some without answers, and one that has several pages of its own. */
  beforeEach(async () => {
    model = new Model();
    const rows = Array.from({ length: 300 }, (_, i) => {
      const others = [...model.nodes.keys()];
      const isFirst = i < 60 || random() < 0.1;
      // Half of the answers are in one thread.
      const parentId = isFirst ? null : random() < 0.5 ? others[0]! : oneOf(others);
      const node: Node = {
        id: idOf(1000 + i),
        parentId,
        author: oneOf(people),
        createdAt: Math.floor(i / 3),
        // -1 stands for a comment from before there were upvotes.
        upvotes: Math.floor(random() * 4) - 1,
        isRemoved: false,
      };
      model.nodes.set(node.id, node);
      return node;
    });
    const pathTo = (id: string | null): string[] =>
      id ? [...pathTo(model.nodes.get(id)!.parentId), id] : [];
    await importComments(
      rows.map(({ id, parentId, author, createdAt }) =>
        commentRow(0, {
          id,
          subject,
          ancestorIds: pathTo(parentId),
          authorId: author.id,
          username: author.name,
          createdAt: new Date(createdAt),
        }),
      ),
    );
    const upvoted = rows.flatMap(({ id, parentId, upvotes }) => {
      const update = upvotes < 0 ? { $unset: { upvotes: 1 } } : { $set: { upvotes } };
      return parentId ? [] : { updateOne: { filter: { _id: new Types.ObjectId(id) }, update } };
    });
    await collection("comments").bulkWrite(upvoted);
  });

  async function write(parentId: string | null): Promise<void> {
    const author = oneOf(people);
    const made = await commentOn(author, subject, {
      content: "A comment.",
      ...(parentId && { parentId }),
    });
    const { id, createdAt } = made;
    model.nodes.set(id, {
      ...{ id, parentId, author, upvotes: 0, isRemoved: false },
      createdAt: createdAt.getTime(),
    });
  }

  async function change(order: ThreadOrder = "oldest"): Promise<void> {
    const present = [...model.nodes.values()].filter(({ isRemoved }) => !isRemoved);
    const node = oneOf(present);
    // A removed comment has no upvotes, and so another place among the best.
    if (order === "best" && !node.parentId) return write(node.id);
    if (random() < 0.4) return write(random() < 0.2 ? null : node.id);
    if (random() < 0.5) await removeComment(node.id, { isByOperator: true });
    else {
      // The limit on edits is not what is tested here.
      await collection("rate-limits").deleteMany({});
      await removeOwnComment(node.author, node.id);
    }
    node.isRemoved = true;
    node.upvotes = -1;
    model.remove(node.id);
  }

  test("is read in the order that a plain model gives, for every order", async () => {
    for (const order of threadOrders) {
      expect(await idsOf(order)).toEqual(model.ids(order));
      for (let i = 0; i < 10; i += 1) await change();
      expect(await idsOf(order)).toEqual(model.ids(order));
    }
    const { items } = await readComments(subject, { limit: 1000 });
    expect(items.map(({ id }) => id).toSorted()).toEqual([...model.nodes.keys()].toSorted());
    expect(items.filter((one) => one.removedAt).map(({ id }) => id)).toEqual(
      [...model.nodes.values()]
        .filter(({ isRemoved }) => isRemoved)
        .toSorted(ORDERS.oldest)
        .map(({ id }) => id),
    );
  });

  test("loses and repeats no comment while others write and remove", async () => {
    for (const order of threadOrders) {
      const before = new Set(model.nodes.keys());
      const seen: string[] = [];
      for await (const page of pagesOf(order)) {
        seen.push(...page.comments.map(({ id }) => id));
        await change(order);
      }
      expect(new Set(seen).size).toBe(seen.length);
      const stayed = [...model.nodes.keys()].filter((id) => before.has(id));
      expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
    }
  });

  test("has each comment on the page that its link opens, with what that answers", async () => {
    const some = [...model.nodes.values()].filter((_, i) => i % 6 === 0);
    for (const { id, parentId } of some) {
      const { comments, above } = await readDiscussion(subject, { ...FIRST, comment: id });
      const known = new Set([...above, ...comments].map((one) => one.id));
      expect([...known], id).toContain(id);
      expect(comments.map((one) => one.id)).toContain(id);
      if (parentId) expect(known.has(parentId), id).toBe(true);
    }
  });
});

test("a page keeps threads whole, and a long thread ends it", async () => {
  const root = (number: number) => commentRow(number, { subject, createdAt: new Date(number) });
  const answers = (first: number, from: number, count: number) =>
    Array.from({ length: count }, (_, i) =>
      commentRow(from + i, { subject, ancestorIds: [idOf(first)], createdAt: new Date(1e6) }),
    );
  await importComments([1, 2, 3, 4].map(root));
  await importComments([
    ...answers(1, 100, COMMENTS_PER_PAGE - 2),
    ...answers(2, 200, 3),
    ...answers(3, 300, MAX_THREAD_ON_PAGE + 1),
  ]);
  const pages = await readAll();
  expect(pages.map(({ comments, rest }) => [comments.length, rest !== null])).toEqual([
    [COMMENTS_PER_PAGE - 1 + 4, false],
    [1 + MAX_THREAD_ON_PAGE, true],
    [1, false],
    [1, false],
  ]);
  expect(pages[2]!.above.map(({ id }) => id)).toEqual([idOf(3)]);
});

describe("an answer", () => {
  const say = (parentId?: string, viewer = people[0]!) =>
    commentOn(viewer, subject, { content: "Yes.", parentId });
  const refusal = (message: RegExp) => ({
    kind: "invalid",
    message: expect.stringMatching(message),
  });

  test("is refused if what it answers is missing, removed, or in another discussion", async () => {
    const { id } = await say();
    const other = await addArticle();
    for (const parentId of ["", "nonsense", idOf(1), "%00", other.id]) {
      if (parentId) await expect(say(parentId)).rejects.toMatchObject(refusal(/was removed/));
    }
    const elsewhere = commentOn(people[0]!, onArticle(other.id), { content: "Yes.", parentId: id });
    await expect(elsewhere).rejects.toMatchObject(refusal(/was removed/));
    await say(id);
    await removeOwnComment(people[0]!, id);
    await expect(say(id)).rejects.toMatchObject(refusal(/was removed/));
  });

  test("is refused below the deepest", async () => {
    let ancestorIds: string[] = [];
    const rows = Array.from({ length: MAX_THREAD_DEPTH }, (_, i) => {
      const row = commentRow(i + 1, { subject, ancestorIds });
      ancestorIds = [...ancestorIds, row.id];
      return row;
    });
    await importComments(rows);
    await expect(say(idOf(MAX_THREAD_DEPTH))).rejects.toMatchObject(refusal(/100 answers deep/));
    const deepest = await say(idOf(MAX_THREAD_DEPTH - 1));
    expect(deepest.ancestorIds).toHaveLength(MAX_THREAD_DEPTH - 1);
    expect(await idsOf()).toEqual([...rows.map(({ id }) => id), deepest.id]);
  });

  test("leaves nothing if what it answers is removed while it is being stored", async () => {
    const { id } = await say();
    vi.spyOn(edits, "hasComment").mockImplementationOnce(async () => {
      await collection("comments").deleteOne({ removedAt: null, content: "Yes.", root: undefined });
      return false;
    });
    await expect(say(id, people[1])).rejects.toMatchObject(refusal(/was removed/));
    expect(await collection("comments").countDocuments({ root: { $exists: true } })).toBe(0);
  });

  test("that arrives while the comment is being removed keeps its placeholder", async () => {
    const { id } = await say();
    const [answer] = await Promise.allSettled([
      say(id, people[1]),
      removeOwnComment(people[0]!, id),
    ]);
    const left = (await readComments(subject, { limit: 9 })).items;
    expect(left.map((one) => one.parentId)).toEqual(
      answer.status === "fulfilled" ? [null, id] : [],
    );
  });
});

test("who writes in a thread follows it, until they leave it", async () => {
  const [mara, ida] = people as [Viewer, Viewer];
  const { id } = await commentOn(mara, subject, { content: "Yes." });
  const answer = () => commentOn(ida, subject, { content: "No.", parentId: id });
  const { id: answerId } = await answer();
  const follow = async () => [
    await isFollowing(mara.id, "thread", id),
    await isFollowing(ida.id, "thread", id),
    await isFollowing(ida.id, "thread", answerId),
  ];
  expect(await follow()).toEqual([true, true, false]);
  await removeFollowing(ida.id, "thread", id);
  await answer();
  expect(await follow()).toEqual([true, false, false]);
});

test("a review is commented and answered, and takes its comments with it", async () => {
  const [mara, ida] = people as [Viewer, Viewer];
  const { id } = await addReview(mara, someReview());
  subject = { kind: "review", id };
  const first = await commentOn(ida, subject, { content: "Bitcoin is bullish" });
  const answer = await commentOn(mara, subject, { content: "So it is.", parentId: first.id });
  expect(await idsOf()).toEqual([first.id, answer.id]);
  expect(await collection("mentions").countDocuments({ kind: "comment" })).toBe(1);
  await removeReview(id);
  for (const name of ["comments", "mentions"]) {
    expect(await collection(name).countDocuments({}), name).toBe(0);
  }
  await expect(commentOn(ida, subject, { content: "Yes." })).rejects.toMatchObject({
    kind: "notFound",
  });
});
