import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { documentWeight, SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { importMentions } from "~/models/mention.server";
import { postArticle, upvoteArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import {
  storeMentionsOf,
  refreshMentions,
  refreshMentionsDaily,
} from "~/services/recommendations/mentions.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { gatherMentions, type Gathering } from "~/services/recommendations/gather-mentions.server";
import { refreshSupporters } from "~/services/recommendations/supporters.server";
import { removeArticle } from "~/services/articles/removal.server";
import { useDatabase } from "../../setup/database";
import { addMentions } from "../../setup/mentions";
import { addArticle, addUser, someReview } from "../../setup/people";

useDatabase();

const BULLISH = 0.5994;
const rows = () =>
  mongoose.connection
    .collection("mentions")
    .find({}, { sort: { _id: 1 } })
    .toArray();
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

const setUnproven = ({ name }: Viewer) =>
  mongoose.connection.collection("users").updateOne({ name }, { $set: { hasUnprovenEmail: true } });

let mara: Viewer;
let ida: Viewer;
let made = 0;
beforeEach(async () => {
  [mara, ida] = await Promise.all([addUser(), addUser()]);
});
afterEach(() => vi.restoreAllMocks());

const article = (fields: object = {}) => {
  made += 1;
  const url = `https://example.org/mentions/${made}`;
  return { title: "A title", summary: "A summary", url, category: "general", ...fields };
};

describe("posting stores the mentions", () => {
  test("in an article's title, summary and text", async () => {
    const content = "SOL is not bullish.\n\n```\nXRP\n```\n> usdt is great";
    const { id, createdAt } = await postArticle(
      mara,
      article({ title: "Bitcoin: bullish", summary: "On Solana", content }),
    );
    const mention = {
      document: id,
      kind: "article",
      author: mara.id,
      weight: 1,
      trust: expect.closeTo(0.1),
      isCopy: false,
      textHash: expect.stringMatching(/^[\w-]{43}$/),
    };
    expect(await gather()).toEqual([
      { ...mention, token: "BTC", p: BULLISH, createdAt: createdAt.getTime() },
      { ...mention, token: "SOL", p: -0.4847, createdAt: createdAt.getTime() },
    ]);
    expect((await rows())[0]).toMatchObject({ method: SENTIMENT_METHOD });
  });

  test("in a comment's text, with its author", async () => {
    const { id } = await addArticle();
    const comment = await commentOnArticle(ida, id, { content: "$LINK bullish" });
    expect(await gather()).toEqual([
      {
        document: comment.id,
        kind: "comment",
        author: ida.id,
        weight: 1,
        trust: expect.closeTo(0.1),
        isCopy: false,
        textHash: expect.stringMatching(/^[\w-]{43}$/),
        token: "LINK",
        p: BULLISH,
        createdAt: comment.createdAt.getTime(),
      },
    ]);
  });

  test("in a review's text, but not in the title of the work", async () => {
    const input = someReview({ title: "Why Bitcoin crashed", review: "Solana: bullish" });
    const { id, createdAt } = await addReview(mara, input);
    expect(await gather()).toEqual([
      {
        document: id,
        kind: "review",
        author: mara.id,
        weight: 1,
        isCopy: false,
        trust: expect.closeTo(0.1),
        textHash: expect.stringMatching(/^[\w-]{43}$/),
        token: "SOL",
        p: BULLISH,
        createdAt: createdAt.getTime(),
      },
    ]);
  });

  test("again when a review is replaced", async () => {
    const input = someReview({ review: "Solana: bullish. BTC" });
    const { id, createdAt } = await addReview(mara, input);
    await putReview(mara, { ...input, review: "Cardano: bullish. Bitcoin: not bullish" });
    const mention = {
      document: id,
      kind: "review",
      author: mara.id,
      weight: 1,
      trust: expect.closeTo(0.1),
      isCopy: false,
      textHash: expect.stringMatching(/^[\w-]{43}$/),
    };
    const gathered = await gather();
    expect(gathered).toHaveLength(2);
    expect(gathered).toEqual(
      expect.arrayContaining([
        { ...mention, token: "ADA", p: BULLISH, createdAt: createdAt.getTime() },
        { ...mention, token: "BTC", p: -0.4847, createdAt: createdAt.getTime() },
      ]),
    );
    await putReview(mara, { ...input, review: "Nothing of that." });
    expect(await rows()).toEqual([]);
  });

  test("later if storing them fails, and succeeds nevertheless", async () => {
    const write = vi
      .spyOn(mongoose.mongo.Collection.prototype, "bulkWrite")
      .mockRejectedValue(new Error("the database went away"));
    const { id } = await postArticle(mara, article({ title: "Bitcoin" }));
    await commentOnArticle(ida, id, { content: "Solana" });
    await addReview(ida, someReview({ review: "Cardano" }));
    expect(write).toHaveBeenCalledTimes(3);
    write.mockRestore();
    expect(await gather()).toEqual([]);

    expect(await refreshMentions({})).toEqual({ documents: 3, mentions: 3, corrected: 3 });
    expect(tokensOf(await gather())).toEqual(["ADA", "BTC", "SOL"]);
  });
});

describe("text that a reader does not see is not scored:", () => {
  /** Markdown whose mention of Bitcoin is not visible, or not the author's own plain text. */
  const hidden = [
    "<!-- Bitcoin is bullish -->",
    "![Bitcoin is bullish](https://example.org/chart.png)",
    '![a chart](https://example.org/chart.png "Bitcoin is bullish")',
    '[a chart](https://example.org/chart "Bitcoin is bullish")',
    '[chart]: https://example.org/chart "Bitcoin is bullish"',
    "[bitcoin]: https://example.org/bitcoin",
    '<abbr title="Bitcoin is bullish">a chart</abbr>',
    '<p data-note="Bitcoin is bullish">a chart</p>',
    '<img src="https://example.org/chart.png" alt="Bitcoin is bullish">',
    "<script>Bitcoin is bullish</script>",
    "<style>Bitcoin is bullish</style>",
    "<textarea>Bitcoin is bullish</textarea>",
    "> Bitcoin is bullish",
    "<blockquote>Bitcoin is bullish</blockquote>",
    "`Bitcoin is bullish`",
    "```\nBitcoin is bullish\n```",
    "    Bitcoin is bullish",
    "<pre>Bitcoin is bullish</pre>",
    "<kbd>Bitcoin is bullish</kbd>",
    "~~Bitcoin is bullish~~",
    "[a chart](https://example.org/bitcoin-is-bullish)",
    "https://example.org/bitcoin",
  ];
  test.each(hidden)("%s", async (content) => {
    await postArticle(mara, article({ content: `Solana is bullish.\n\n${content}` }));
    expect(await gather()).toMatchObject([{ token: "SOL", p: BULLISH }]);
  });

  test("but visible text is, in any markup", async () => {
    const seen = [
      "**Bit**coin is bullish",
      "Bit&#99;oin is bullish",
      "| Bitcoin |\n| --- |\n| up |",
    ];
    seen.push(
      "<title>Bitcoin</title>",
      "# Bitcoin is bullish",
      "[Bitcoin](https://example.org) is bullish",
      "Bit\u00adcoin",
      "Bit\u200dcoin",
    );
    for (const content of seen) await postArticle(mara, article({ content }));
    expect((await gather()).map(({ token }) => token)).toEqual(seen.map(() => "BTC"));
  });

  test("but a comment is plain text, so all of it except quotations is scored", async () => {
    const { id } = await addArticle();
    await commentOnArticle(ida, id, { content: "Bitcoin <!-- is not --> bullish" });
    await commentOnArticle(ida, id, { content: "> Ether is bullish\nI think so, too" });
    expect(await gather()).toMatchObject([{ token: "BTC" }]);
  });

  test("and typographic apostrophes count as apostrophes", async () => {
    const { id } = await addArticle();
    const contents = ["isn’t", "isnʼt", "isn‘t", "isn't"].map((isnt) => `Bitcoin ${isnt} good`);
    for (const content of contents) await commentOnArticle(ida, id, { content });
    const scores = (await gather()).map(({ p }) => p);
    expect(scores).toHaveLength(4);
    expect(new Set(scores).size).toBe(1);
    expect(scores[0]).toBeLessThan(0);
  });
});

describe("an author's trust depends on", () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const trustIn = async (author: Viewer) =>
    (await gather()).find((one) => one.author === author.id)?.trust;

  test("the age of the account, and upvotes by older accounts", async () => {
    const old = await Promise.all([1, 2, 3].map(() => addUser({ createdAt: days(100) })));
    const author = await addUser({ createdAt: days(15) });
    const posted = await Promise.all(
      [1, 2, 3].map(() => postArticle(author, article({ title: "Bitcoin" }))),
    );
    await refreshSupporters();
    expect(await trustIn(author)).toBeCloseTo(0.1, 12);
    // Upvotes by one account several times, by the author, by younger accounts, and by an unproven one.
    for (const { id } of posted) await upvoteArticle(old[0]!, id);
    const unproven = { ...(await addUser({ createdAt: days(90) })), hasProvenEmail: false };
    await setUnproven(unproven);
    for (const one of [author, mara, ida, unproven]) await upvoteArticle(one, posted[0]!.id);
    await refreshSupporters();
    expect(await trustIn(author)).toBeCloseTo(0.5 / 3, 3);
    await upvoteArticle(old[1]!, posted[1]!.id);
    await upvoteArticle(old[2]!, posted[2]!.id);
    await refreshSupporters();
    expect(await trustIn(author)).toBeCloseTo(0.5, 3);
    await removeArticle(posted[2]!.id);
    await refreshSupporters();
    expect(await trustIn(author)).toBeCloseTo(1 / 3, 3);
  });

  test("the age alone if no account is older", async () => {
    await mongoose.connection.collection("users").deleteMany({});
    const author = await addUser({ createdAt: days(60) });
    await postArticle(author, article({ title: "Bitcoin" }));
    expect(await trustIn(author)).toBe(1);
  });

  test("an existing account with a proven address: mentions of others are left out", async () => {
    const { id } = await postArticle(mara, article({ title: "Bitcoin" }));
    await setUnproven(mara);
    expect((await gather()).filter(({ document }) => document === id)).toEqual([]);
    await mongoose.connection.collection("users").deleteMany({ name: mara.name });
    expect((await gather()).filter(({ document }) => document === id)).toEqual([]);
  });
});

describe("an article's weight depends on", () => {
  test("current upvotes and comments by others", async () => {
    const { id } = await postArticle(mara, article({ title: "Bitcoin" }));
    const weight = async () => (await gather()).find((one) => one.kind === "article")?.weight;
    expect(await weight()).toBe(1);
    await upvoteArticle(ida, id);
    await upvoteArticle(mara, id);
    expect(await weight()).toBe(documentWeight(1, 0));
    await commentOnArticle(mara, id, { content: "One more thing." });
    await commentOnArticle(ida, id, { content: "Bitcoin? Yes." });
    expect(await weight()).toBe(documentWeight(1, 1));
    expect((await gather()).find((one) => one.kind === "comment")?.weight).toBe(1);
  });

  test("upvotes and comments at the end of the window, with asOfThen", async () => {
    const { id } = await postArticle(mara, article({ title: "Bitcoin" }));
    await upvoteArticle(ida, id);
    await commentOnArticle(ida, id, { content: "Yes." });
    await commentOnArticle(mara, id, { content: "I said so." });
    const { from } = lately();
    const to = new Date(Date.now() + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await upvoteArticle(mara, id);
    await commentOnArticle(await addUser(), id, { content: "No." });
    const weightOf = async (options: object) =>
      (await gather({ from, to }, options)).map(({ weight }) => weight);
    expect(await weightOf({ asOfThen: true })).toEqual([documentWeight(1, 1)]);
    expect(await weightOf({})).toEqual([documentWeight(1, 2)]);
  });
});

describe("a window", () => {
  test("is half-open: it includes its beginning and excludes its end", async () => {
    const note = (id: number, createdAt: number) =>
      storeMentionsOf({
        kind: "comment",
        id: id.toString(16).padStart(24, "0"),
        authorId: mara.id,
        createdAt: new Date(createdAt),
        texts: ["Bitcoin"],
      });
    await Promise.all([999, 1000, 1999, 2000].map((moment, i) => note(i, moment)));
    const window = { from: new Date(1000), to: new Date(2000) };
    const mentions = await gather(window);
    expect(mentions.map(({ createdAt }) => createdAt).sort()).toEqual([1000, 1999]);
  });

  test("has the mentions of older methods scored again first", async () => {
    const { id, createdAt } = await postArticle(
      mara,
      article({ title: "Bitcoin: bullish", summary: "Cardano, too" }),
    );
    const mentions = mongoose.connection.collection("mentions");
    await mentions.updateOne({ token: "BTC" }, { $set: { method: 0, p: -1 } });
    await mentions.updateOne({ token: "ADA" }, { $set: { method: 0, token: "XRP" } });
    // A mention whose document no longer exists.
    await importMentions([
      {
        document: "f".repeat(24),
        kind: "review",
        author: ida.id,
        token: "SOL",
        p: 1,
        createdAt: createdAt.getTime(),
        method: 0,
        sketch: [],
      },
    ]);
    const gathered = await gather();
    expect(tokensOf(gathered)).toEqual(["ADA", "BTC"]);
    expect(gathered.every(({ document }) => document === id)).toBe(true);
    expect(gathered.find(({ token }) => token === "BTC")?.p).toBe(BULLISH);
    expect((await rows()).map(({ method }) => method)).toEqual([
      SENTIMENT_METHOD,
      SENTIMENT_METHOD,
    ]);
  });

  test("is not read after an abort", async () => {
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(gather(lately(), { signal })).rejects.toThrow("stopped");
  });

  test("of 5,000 mentions is read completely without blocking the event loop", async () => {
    const { to } = lately();
    const all = Array.from({ length: 5000 }, (_, i) => ({
      token: i % 2 ? "BTC" : "SOL",
      p: 0.1,
      kind: "article" as const,
      author: (i % 100).toString(16).padStart(24, "a"),
      document: (Math.floor(i / 2) + 1).toString(16).padStart(24, "0"),
      createdAt: to.getTime() - 1_000_000 + i,
      method: SENTIMENT_METHOD,
      sketch: [],
    }));
    await addMentions(all);
    let ticks = 0;
    const others = setInterval(() => (ticks += 1), 1);
    const gathered = await gather();
    clearInterval(others);
    expect(new Set(gathered.map(({ document, token }) => `${document} ${token}`)).size).toBe(5000);
    expect(ticks).toBeGreaterThan(5);
  });
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

  test("corrects wrong ones", async () => {
    await someOlder();
    await refreshMentions({});
    const right = await rows();
    const mentions = mongoose.connection.collection("mentions");
    await mentions.updateOne({ token: "BTC" }, { $set: { p: -1 } });
    await mentions.insertOne({ ...right[0], _id: new mongoose.Types.ObjectId(), token: "XRP" });
    expect(await refreshMentions({})).toMatchObject({ mentions: 4 });
    expect(await rows()).toEqual(right);
  });

  test("goes back to the given date only", async () => {
    await someOlder();
    const since = new Date(Date.now() - 20 * 86_400_000);
    expect(await refreshMentions({ since })).toMatchObject({ documents: 1, mentions: 2 });
  });

  test("works in batches, and can be aborted between them", async () => {
    const { id } = await addArticle();
    const comments = Array.from({ length: 450 }, (_, i) => ({
      article: new mongoose.Types.ObjectId(id),
      author: new mongoose.Types.ObjectId(mara.id),
      username: mara.name,
      content: `Bitcoin ${i}`,
      createdAt: new Date(1000 * Math.floor(i / 7)),
    }));
    await mongoose.connection.collection("comments").insertMany(comments);
    const stopping = new AbortController();
    const half = await refreshMentions({
      signal: stopping.signal,
      onProgress: (done) => done > 1 && stopping.abort(),
    });
    expect(half.documents).toBe(51);
    expect(await refreshMentions({})).toEqual({ documents: 451, mentions: 450, corrected: 400 });
  });

  test("runs once a day, as far back as a window reaches", async () => {
    await someOlder();
    await addArticle({ title: "Bitcoin", createdAt: new Date(Date.now() - 7.5 * 86_400_000) });
    expect(await refreshMentionsDaily()).toEqual({ documents: 1, mentions: 1, corrected: 1 });
    expect(await refreshMentionsDaily()).toBeNull();
  });
});
