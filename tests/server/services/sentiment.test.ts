import { describe, expect, test } from "vitest";
import { environment } from "~/config/env.server";
import { dayOf, mondayOf } from "~/domain/calendar-days";
import { documentWeight } from "~/domain/sentiment/sentiment";
import { createComment } from "~/models/comment.server";
import type { StoredMention } from "~/models/mention.server";
import { createReview } from "~/models/review.server";
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { onArticle } from "~/domain/threads";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import {
  INPUTS_PER_PAGE,
  readSentimentInputs,
  type SentimentInputRow,
} from "~/services/recommendations/sentiment-inputs.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { serializeSentiment } from "~/presenters/recommendations";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { idOf } from "../../setup/rows";
import { outcomeOf } from "../../setup/outcomes";
import { addArticle, addUser, someReview } from "../../setup/people";
import { json, startPriceServer } from "../../setup/price-provider";
import { addMentions, someMention } from "../../setup/mentions";
import { importMomentumCloses } from "../../setup/recommendations";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();

const HOUR = 3_600_000;
const isId = (outcome: string) => /^[0-9a-f]{24}$/.test(outcome);

const mention = (token: string, p: number, fields: Partial<StoredMention> = {}) =>
  someMention({ token, p, ...fields });
const times = (count: number, make: () => StoredMention) => Array.from({ length: count }, make);

const inputsOf = async (id: string, list?: { token?: string; page?: number }) =>
  readSentimentInputs(await sentimentEngine.read(id), list);

describe("generating", () => {
  test("computes from the mentions of the last seven days", async () => {
    await addMentions([
      ...times(4, () => mention("BTC", 0.6)),
      ...times(3, () => mention("SOL", 0.4)),
      mention("ETH", -1, { createdAt: Date.now() - 7 * 24 * HOUR - 60_000 }),
      mention("ETH", -1, { createdAt: Date.now() + HOUR }),
    ]);
    const row = await sentimentEngine.generate(await addUser());
    expect(serializeSentiment(row)).toEqual({
      id: row.id,
      weekDate: mondayOf(dayOf(row.createdAt)),
      createdAt: row.createdAt.toISOString(),
      token: "BTC",
      mentionCount: 4,
      allocation: { BTC: 5, USDT: 95 },
      reason: "People wrote well of BTC, but few did: 95% stays in USDT.",
      rationale: expect.stringContaining("BTC"),
      isSample: false,
      notCash: null,
    });
    expect(row.facts.to).toEqual(row.createdAt);
    expect(row.facts.to.getTime() - row.facts.from.getTime()).toBe(7 * 24 * HOUR);
    expect((await sentimentEngine.list({ limit: 10 })).items).toEqual([row]);
    expect(await sentimentEngine.count()).toBe(1);

    const read = await sentimentEngine.read(row.id);
    expect(read).toMatchObject({
      recommendation: serializeSentiment(row),
      window: { from: row.facts.from, to: row.facts.to },
      newerId: null,
      olderId: null,
      outcome: { state: "pending" },
    });
    expect(read.calculation.riskBudget).toBeCloseTo(5.4068, 3);
    expect(read.calculation.tokens).toMatchObject([
      { token: "BTC", counted: 4, score: expect.closeTo(0.142717, 6), allocation: 5 },
      { token: "SOL", counted: 3, score: expect.closeTo(0.025784, 6), allocation: 0 },
    ]);
    const { stored, recomputed } = await sentimentEngine.recompute(row.id);
    expect(recomputed).toEqual(stored);
    expect(stored).toMatchObject({
      calculation: read.calculation,
      allocation: row.allocation,
      rationale: row.rationale,
    });
  });

  test("without mentions allocates everything to cash, and says why", async () => {
    const row = await sentimentEngine.generate(await addUser());
    expect(row.allocation).toEqual({ USDT: 100 });
    expect(row.facts).toMatchObject({ token: "N/A", mentionCount: 0 });
    expect(row.rationale).toMatch(/no mentions/i);
    expect(await inputsOf(row.id)).toEqual({ rows: [], page: 1, pages: 1 });
    const { stored, recomputed } = await sentimentEngine.recompute(row.id);
    expect(recomputed).toEqual(stored);
  });

  test("is allowed to members and to the first user, once a minute and separately from momentum", async () => {
    await expect(sentimentEngine.generate(null)).rejects.toMatchObject({
      kind: "unauthenticated",
      message: "Please log in to generate recommendations.",
    });
    await importMomentumCloses();
    const [somebody, other] = [await addUser(), await addUser()];
    const [mara, ida] = [await addUser({ isMember: true }), await addUser({ isMember: true })];
    const outcomes = [
      await outcomeOf(sentimentEngine.generate(somebody)),
      await outcomeOf(sentimentEngine.generate(other)),
      await outcomeOf(sentimentEngine.generate(mara)),
      await outcomeOf(sentimentEngine.generate(mara)),
      await outcomeOf(sentimentEngine.generate(ida)),
      await outcomeOf(momentumEngine.generate(mara)),
    ];
    expect(outcomes.map((outcome) => (isId(outcome) ? "made" : outcome))).toEqual([
      ...["made", "forbidden", "made", "limited", "made", "made"],
    ]);
    expect(await sentimentEngine.count()).toBe(3);
  });

  test("for a moment in the past uses only the week before it", async () => {
    const then = new Date(Date.now() - 30 * 24 * HOUR);
    const before = (hours: number) => ({ createdAt: then.getTime() - hours * HOUR });
    await addMentions([
      ...times(3, () => mention("LINK", 0.5, before(24))),
      mention("BTC", 0.5, before(0)), // At that moment, so it belongs to the next week.
      mention("SOL", 0.5, before(7 * 24)), // The first moment of the week.
      mention("ETH", 0.5, before(7 * 24 + 1)),
    ]);
    const row = await sentimentEngine.make(then, { asOfThen: true });
    expect(row.createdAt).toEqual(then);
    const { rows } = await inputsOf(row.id);
    expect(rows.map(({ token }) => token)).toEqual(["LINK", "LINK", "LINK", "SOL"]);
  });
});

test("mentions from outside sources are named, and can be reproduced with the rest", async () => {
  const server = await startPriceServer(
    json({
      hits: [
        {
          objectID: "101",
          author: "pg",
          title: "Bitcoin is bullish",
          created_at_i: Math.floor(Date.now() / 1000) - 60,
        },
      ],
    }),
  );
  const { HACKER_NEWS, HACKER_NEWS_URL } = environment();
  Object.assign(environment(), { HACKER_NEWS: true, HACKER_NEWS_URL: server.address });
  try {
    const row = await sentimentEngine.generate(await addUser());
    expect(row.rationale).toContain(
      "None of the tokens that the community and Hacker News mentioned",
    );
    expect(row.facts.outside).toEqual(["Hacker News"]);
    expect((await sentimentEngine.read(row.id)).outside).toEqual(["Hacker News"]);
    const { stored, recomputed } = await sentimentEngine.recompute(row.id);
    expect(recomputed).toEqual(stored);
  } finally {
    Object.assign(environment(), { HACKER_NEWS, HACKER_NEWS_URL });
    await server.close();
  }
});

describe("its inputs", () => {
  test("are read in pages, of all tokens or of one", async () => {
    const many = [
      ...times(330, () => mention("BTC", 0.1)),
      mention("DOGE", 0.4),
      ...times(101, () => mention("SOL", 0.3)),
    ];
    await addMentions(many);
    const { id } = await sentimentEngine.generate(await addUser());
    const read = async (token?: string) => {
      const rows: SentimentInputRow[] = [];
      const { pages } = await inputsOf(id, { token });
      for (let page = 1; page <= pages; page += 1) {
        const slice = (await inputsOf(id, { token, page })).rows;
        expect(slice.length).toBe(page < pages ? INPUTS_PER_PAGE : slice.length);
        rows.push(...slice);
      }
      const beyond = await inputsOf(id, { token, page: pages + 1 });
      expect(beyond, "the last").toMatchObject({
        page: pages,
        rows: rows.slice(-beyond.rows.length),
      });
      return rows;
    };
    const documents = (rows: readonly { document: string }[]) =>
      rows.map(({ document }) => document).sort();
    const all = await read();
    expect(documents(all)).toEqual(documents(many));
    expect(all.map(({ token }) => token)).toEqual(many.map(({ token }) => token));
    for (const token of ["BTC", "SOL", "DOGE"]) {
      expect(documents(await read(token)), token).toEqual(
        documents(many.filter((one) => one.token === token)),
      );
    }
    await expect(inputsOf(id, { token: "ADA" })).rejects.toMatchObject({
      kind: "notFound",
    });
    const { stored, recomputed } = await sentimentEngine.recompute(id);
    expect(recomputed).toEqual(stored);
  });

  test("have whether each mention counts, its weight and its link", async () => {
    const [author, reader] = [await addUser(), await addUser({ isMember: true })];
    const article = await addArticle({ author });
    const comment = await createComment({
      subject: onArticle(article.id),
      authorId: reader.id,
      username: reader.name,
      content: "Yes.",
    });
    const review = await createReview({
      ...someReview({ title: "A & B", category: "rates" }),
      workKey: "a",
      userId: reader.id,
      username: reader.name,
      hub: "bonds",
    });
    if (!("review" in review)) throw new Error("the review is there already");
    const by = (document: string, kind: StoredMention["kind"], hours: number, who = reader) =>
      mention("BTC", 0.5, { document, kind, author: who.id, createdAt: Date.now() - hours * HOUR });
    const gone = idOf(0xdead);
    await addMentions([
      by(article.id, "article", 4, author),
      by(gone, "comment", 3),
      by(comment.id, "comment", 2),
      by(review.review.id, "review", 1),
      by(idOf(0xbeef), "comment", 5),
    ]);
    const { id } = await sentimentEngine.generate(reader);
    const { rows } = await inputsOf(id, { token: "BTC" });
    const shown = new Map(rows.map((row) => [row.document, row]));
    expect(shown.size).toBe(5);
    expect(shown.get(article.id)).toMatchObject({
      isCounted: true,
      weight: documentWeight(0, 1),
      link: `/article/${article.id}`,
    });
    expect(shown.get(comment.id)).toMatchObject({
      isCounted: true,
      weight: 1,
      link: commentPath(comment),
    });
    expect(shown.get(review.review.id)).toMatchObject({
      isCounted: true,
      weight: 1,
      link: reviewPath(review.review),
    });
    expect(shown.get(gone)).toMatchObject({ isCounted: true, link: null });
    expect(shown.get(idOf(0xbeef))).toMatchObject({ isCounted: false });
  });

  test("list only the newest mentions of a very active author, but count all", async () => {
    const author = idOf(0xfeed);
    const loud = Array.from({ length: 150 }, (_, i) =>
      mention("SOL", 0.5, { author, createdAt: Date.now() - HOUR + i }),
    );
    await addMentions([...loud, ...times(3, () => mention("BTC", 0.5))]);
    const { id, facts } = await sentimentEngine.generate(await addUser());
    expect(facts).toMatchObject({ token: "BTC", mentionCount: 3, unlisted: { SOL: 100 } });
    expect(await collection("recommendations").findOne()).toMatchObject({ inputs: 53 });
    const { rows, pages } = await inputsOf(id, { token: "SOL" });
    expect(pages).toBe(1);
    expect(rows.map(({ document }) => document).sort()).toEqual(
      loud.slice(100).map(({ document }) => document),
    );
    const others = await inputsOf(id, { token: "BTC" });
    expect(others.rows.map(({ token }) => token)).toEqual(["BTC", "BTC", "BTC"]);
    const { stored, recomputed } = await sentimentEngine.recompute(id);
    expect(recomputed).toEqual(stored);
  });

  test("do not change when the content changes", async () => {
    const article = await addArticle();
    await addMentions([
      mention("BTC", 0.5, { document: article.id, kind: "article" }),
      ...times(3, () => mention("BTC", 0.2)),
    ]);
    const { id } = await sentimentEngine.generate(await addUser());
    const before = await inputsOf(id);
    await collection("articles").updateOne({}, { $set: { upvotes: 100 } });
    await collection("mentions").deleteMany({});
    expect(await inputsOf(id)).toEqual(before);
    // The calculation can be read without the inputs, which cannot be found here.
    await collection("recommendation-inputs").updateMany({}, { $inc: { index: 1 } });
    expect(await sentimentEngine.readCalculation(id)).toMatchObject({
      topToken: "BTC",
      mentionCount: 4,
    });
    await collection("recommendation-inputs").updateMany({}, { $inc: { index: -1 } });
    const { stored, recomputed } = await sentimentEngine.recompute(id);
    expect(recomputed).toEqual(stored);
  });
});
