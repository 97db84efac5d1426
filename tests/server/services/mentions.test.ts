import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { documentWeight, SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { importMentions } from "~/models/mention.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { refreshMentions, refreshMentionsDaily } from "~/services/recommendations/mentions.server";
import { addReview } from "~/services/articles/reviews.server";
import { gatherMentions, type Gathering } from "~/services/recommendations/gather-mentions.server";
import { collection, rowsOf, setFields, useDatabase } from "../../setup/database";
import { inEnvironment } from "../../setup/environment";
import {
  addArticle,
  addOwnUpvote,
  addUser,
  someReview,
  someArticle,
  upvoteArticle,
} from "../../setup/people";

useDatabase();

const BULLISH = 0.5994;
/** Of a comment or a review: 0.05 + 0.8 · 0.5494 */
const BULLISH_POST = 0.4895;
const rows = () => rowsOf("mentions");
const lately = () => ({
  from: new Date(Date.now() - 3_600_000),
  to: new Date(Date.now() + 60_000),
});
const gather = async (window = lately(), options: Gathering = {}) => {
  const gathered: Mention[] = [];
  for await (const batch of gatherMentions(window, options)) {
    gathered.push(...batch.map(({ sketch: _, ...mention }) => mention));
  }
  return gathered;
};
const tokensOf = (mentions: readonly Mention[]) => mentions.map(({ token }) => token).sort();

let mara: Viewer;
let ida: Viewer;
beforeEach(async () => {
  [mara, ida] = await Promise.all([addUser(), addUser()]);
});
afterEach(() => vi.restoreAllMocks());

describe("posting stores the mentions", () => {
  test("in an article's title, summary and text", async () => {
    const content = "SOL is not bullish.\n\n```\nXRP\n```\n> usdt is great";
    const { id, createdAt } = await postArticle(
      mara,
      someArticle({ title: "Bitcoin: bullish", summary: "On Solana", content }),
    );
    const mention = {
      document: id,
      kind: "article",
      author: mara.id,
      weight: 1,
      trust: 0,
      isCopy: false,
      textHash: expect.stringMatching(/^[\w-]{43}$/),
      createdAt: createdAt.getTime(),
    };
    expect(await gather()).toEqual([
      { ...mention, token: "BTC", p: BULLISH },
      { ...mention, token: "SOL", p: -0.4847 },
    ]);
    expect((await rows())[0]).toMatchObject({ method: String(SENTIMENT_METHOD) });
  });

  test("in a comment's text, and in a review's text, but not in the title of its work", async () => {
    const { id } = await addArticle();
    const said = await commentOnArticle(ida, id, { content: "$LINK bullish" });
    const input = someReview({ title: "Why Bitcoin crashed", review: "Solana: bullish" });
    const review = await addReview(mara, input);
    expect(await gather()).toMatchObject([
      { kind: "comment", document: said.id, author: ida.id, token: "LINK", p: BULLISH_POST },
      { kind: "review", document: review.id, author: mara.id, token: "SOL", p: BULLISH_POST },
    ]);
  });
});

describe("text that a reader does not see is not scored:", () => {
  test.each(["<!-- Bitcoin is bullish -->", "> Bitcoin is bullish"])("%s", async (content) => {
    await postArticle(mara, someArticle({ content: `Solana is bullish.\n\n${content}` }));
    expect(await gather()).toMatchObject([{ token: "SOL", p: BULLISH }]);
  });

  test("but a comment is plain text, so all of it except quotations is scored", async () => {
    const { id } = await addArticle();
    await commentOnArticle(ida, id, { content: "Bitcoin <!-- is not --> bullish" });
    await commentOnArticle(ida, id, { content: "> Ether is bullish\nI think so, too" });
    expect(await gather()).toMatchObject([{ token: "BTC" }]);
  });
});

describe("mentions by", () => {
  test("accounts that are gone or have an unproven address are left out", async () => {
    const { id } = await postArticle(mara, someArticle({ title: "Bitcoin" }));
    await setFields("users", mara.id, { hasUnprovenEmail: true });
    expect((await gather()).filter(({ document }) => document === id)).toEqual([]);
    await collection("users").deleteMany({ name: mara.name });
    expect((await gather()).filter(({ document }) => document === id)).toEqual([]);
  });
});

test("an article's weight depends on the trust in those who upvoted and commented, with asOfThen until the end of the window", async () => {
  const { id } = await postArticle(mara, someArticle({ title: "Bitcoin" }));
  const [member, other] = [await addUser({ isMember: true }), await addUser({ isMember: true })];
  await upvoteArticle(member, id);
  await commentOnArticle(member, id, { content: "Yes." });
  await upvoteArticle(ida, id);
  await commentOnArticle(ida, id, { content: "So they say." });
  await commentOnArticle(mara, id, { content: "I said so." });
  const { from } = lately();
  const to = new Date(Date.now() + 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await addOwnUpvote(id, mara);
  await commentOnArticle(other, id, { content: "No." });
  const weightOf = async (options: object) =>
    (await gather({ from, to }, options)).map(({ weight }) => weight);
  expect(await weightOf({ asOfThen: true })).toEqual([documentWeight(1, 1)]);
  expect(await weightOf({})).toEqual([documentWeight(1, 2)]);
});

test("a window has the mentions of other methods scored again first", async () => {
  const { id, createdAt } = await postArticle(
    mara,
    someArticle({ title: "Bitcoin: bullish", summary: "Cardano, too" }),
  );
  const mentions = collection("mentions");
  await mentions.updateOne({ token: "BTC" }, { $set: { method: "0", p: -1 } });
  await mentions.updateOne({ token: "ADA" }, { $set: { method: "7", token: "XRP" } });
  // A mention whose document no longer exists.
  await importMentions([
    {
      document: "f".repeat(24),
      kind: "review",
      author: ida.id,
      token: "SOL",
      p: 1,
      createdAt: createdAt.getTime(),
      method: "5",
      sketch: [],
    },
  ]);
  const gathered = await gather();
  expect(tokensOf(gathered)).toEqual(["ADA", "BTC"]);
  expect(gathered.every(({ document }) => document === id)).toBe(true);
  expect(gathered.find(({ token }) => token === "BTC")?.p).toBe(BULLISH);
  expect((await rows()).map(({ method }) => method)).toEqual(
    Array(2).fill(String(SENTIMENT_METHOD)),
  );
});

test("the operator's tokens count, and a change of their file has texts scored again", async () => {
  const path = join(tmpdir(), `tokens-${process.pid}.json`);
  await writeFile(path, '[{"symbol": "FROG", "name": "Frog", "bare": "capitals"}]');
  await inEnvironment({ TOKENS_FILE: path }, async () => {
    await postArticle(mara, someArticle({ title: "FROG and Bitcoin: bullish" }));
    const method: string = (await rows())[0]?.method;
    expect(method).toMatch(new RegExp(`^${SENTIMENT_METHOD}-[0-9a-f]{12}$`));
    await collection("mentions").updateMany({}, { $set: { method: String(SENTIMENT_METHOD) } });
    // In a worker thread, which must know the tokens, too.
    expect(tokensOf(await gather())).toEqual(["BTC", "FROG"]);
    expect(await rows()).toMatchObject([{ method }, { method }]);
  });
  await rm(path);
  expect(tokensOf(await gather())).toEqual(["BTC"]);
});

describe("refreshing the mentions", () => {
  /** Stores articles without the services, as an import does. */
  const someOlder = () =>
    Promise.all(
      [10, 100].map((days) =>
        addArticle({
          title: "Bitcoin: bullish",
          content: "Solana",
          createdAt: new Date(Date.now() - days * 86_400_000),
        }),
      ),
    );

  test("stores those of existing content, and leaves correct ones unchanged", async () => {
    await someOlder();
    await addArticle({ title: "Nothing" });
    const progress: number[][] = [];
    const onProgress = (done: number, all: number) => progress.push([done, all]);
    expect(await refreshMentions({ onProgress })).toEqual({
      documents: 3,
      mentions: 4,
      corrected: 2,
    });
    expect(progress).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
    const before = await rows();
    expect(before).toHaveLength(4);
    expect(await refreshMentions({})).toMatchObject({ mentions: 4, corrected: 0 });
    expect(await rows()).toEqual(before);
  });

  test("runs once a day, as far back as a window reaches", async () => {
    await someOlder();
    await addArticle({ title: "Bitcoin", createdAt: new Date(Date.now() - 7.5 * 86_400_000) });
    expect(await refreshMentionsDaily()).toEqual({ documents: 1, mentions: 1, corrected: 1 });
    expect(await refreshMentionsDaily()).toBeNull();
  });
});
