/** The demonstration's recommendations, which the engines make as of past days. */
import mongoose, { type Types } from "mongoose";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf, startOf } from "~/domain/calendar-days";
import { engines } from "~/domain/engines";
import {
  mondaysBefore,
  generateDemoRecommendations,
} from "~/services/demo/demo-recommendations.server";
import { prepareDemo } from "~/services/demo/demo.server";
import { listMomentum, recomputeMomentum } from "~/services/recommendations/momentum.server";
import {
  readSentiment,
  readSentimentInputs,
  recomputeSentiment,
} from "~/services/recommendations/read-sentiment.server";
import { listSentiment } from "~/services/recommendations/sentiment.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { useDatabase } from "../../setup/database";
import { addSentiment } from "../../setup/recommendations";

useDatabase({ isKept: true });

const collection = (name: string) => mongoose.connection.collection(name);
const rows = () => collection("recommendations").find().sort({ _id: 1 }).toArray();
const pieces = () => collection("recommendation-inputs").find().sort({ _id: 1 }).toArray();
const WEEKS = 12;

describe("the last twelve Mondays at nine before", () => {
  const monday = "2026-02-16"; // A Monday.
  test.each([
    ["Monday at nine", "2026-02-16T09:00:00.000Z", monday],
    ["the moment before Monday at nine", "2026-02-16T08:59:59.999Z", addDays(monday, -7)],
    ["Monday night", "2026-02-16T23:59:59.999Z", monday],
    ["Sunday", "2026-02-22T23:59:59.999Z", monday],
    ["Wednesday", "2026-02-18T12:00:00.000Z", monday],
  ])("%s", (_, moment, last) => {
    const days = Array.from({ length: WEEKS }, (_week, i) => addDays(last, 7 * (i + 1 - WEEKS)));
    expect(mondaysBefore(new Date(moment)).map((at) => at.toISOString())).toEqual(
      days.map((day) => `${day}T09:00:00.000Z`),
    );
  });
});

describe("a database with the demonstration", () => {
  beforeAll(async () => {
    await prepareDemo();
  });

  test("has twelve recommendations of each engine, one a week, none in the future", async () => {
    const moments = mondaysBefore(new Date()).map(Number).reverse();
    for (const list of [listMomentum, listSentiment]) {
      const { items } = await list({ limit: 100 });
      expect(items.map(({ createdAt }) => createdAt.getTime())).toEqual(moments);
      for (const { weekDate, day, allocation } of items) {
        expect(weekDate).toBe(day);
        expect(Object.values(allocation).reduce((sum, percent) => sum + percent, 0)).toBe(100);
      }
    }
    expect(moments[0]).toBeLessThanOrEqual(Date.now());
    expect(await collection("recommendation-drafts").countDocuments()).toBe(0);
  });

  test("has recommendations that can all be reproduced from their stored inputs", async () => {
    const momentum = (await listMomentum({ limit: 100 })).items;
    const sentiment = (await listSentiment({ limit: 100 })).items;
    for (const [list, recompute] of [
      [momentum, recomputeMomentum],
      [sentiment, recomputeSentiment],
    ] as const) {
      for (const { id } of list) {
        const { stored, recomputed } = await recompute(id);
        expect(recomputed).toEqual(stored);
      }
    }
  });

  test("has recommendations made from the data of their day, marked as samples", async () => {
    for (const { day, facts, rationale } of (await listMomentum({ limit: 100 })).items) {
      expect(facts).toMatchObject({ isSample: true, source: "sample", isDegraded: false });
      expect(facts.asOf).toBe(addDays(day, -1));
      expect(rationale).toMatch(/sample prices/i);
    }
    for (const { id, day, createdAt, facts } of (await listSentiment({ limit: 100 })).items) {
      expect(facts).toMatchObject({ isSample: true, to: createdAt });
      const { rows: mentions } = await readSentimentInputs(await readSentiment(id));
      for (const mention of mentions) {
        expect(mention.createdAt).toBeLessThan(createdAt.getTime());
        expect(mention.createdAt).toBeGreaterThanOrEqual(
          startOf(addDays(day, -7)).getTime() + 9 * 3_600_000,
        );
        expect(mention.link).not.toBeNull();
      }
    }
  });

  test("has allocations that differ from week to week, and a track record without gaps", async () => {
    for (const list of [listMomentum, listSentiment]) {
      const { items } = await list({ limit: 100 });
      const different = new Set(items.map(({ allocation }) => JSON.stringify(allocation)));
      expect(different.size).toBeGreaterThan(3);
    }
    // On a Monday, the newest recommendation is of today and has no close after it yet.
    const today = dayOf(new Date());
    const past = mondaysBefore(new Date()).filter((moment) => dayOf(moment) < today);
    for (const kind of engines) {
      const { record, isSample, source } = await readEngineRecord(kind);
      expect(record.rows).toHaveLength(past.length);
      expect(record.missing).toEqual([]);
      expect(isSample).toBe(true);
      expect(source?.name).toBe("sample");
      expect(record.points.at(-1)?.day).toBe(addDays(dayOf(new Date()), -1));
    }
  });

  test("gets no more recommendations at a later start", async () => {
    const before = [await rows(), await pieces()];
    expect(await prepareDemo()).toBeNull();
    await generateDemoRecommendations(new Date(Date.now() + 30 * 86_400_000));
    expect([await rows(), await pieces()]).toEqual(before);
  });

  test("gets the same missing recommendations after a crash", async () => {
    const before = await rows();
    const gone = before.filter((_, i) => i % 3 === 0).map(({ _id }) => _id);
    await collection("recommendations").deleteMany({ _id: { $in: gone } });
    // Of those removed, one keeps its inputs, as if it was about to be listed, and another has lost them.
    const [, some] = gone;
    await collection("recommendation-inputs").deleteMany({
      recommendation: some as Types.ObjectId,
    });
    await collection("settings").updateOne(
      { _id: "sample recommendations" as never },
      { $set: { "value.isDone": false } },
    );
    expect(await prepareDemo()).toBeNull();
    expect(await rows()).toEqual(before);
    for (const { _id, kind } of before) {
      const recompute = kind === "momentum" ? recomputeMomentum : recomputeSentiment;
      const { stored, recomputed } = await recompute(String(_id));
      expect(recomputed).toEqual(stored);
    }
    expect(await collection("recommendation-drafts").countDocuments()).toBe(0);
  });

  test("without recommendations gets them", async () => {
    for (const name of ["recommendations", "recommendation-inputs", "scheduled-recommendations"])
      await collection(name).deleteMany({});
    for (const name of ["mentions", "prices"]) await collection(name).deleteMany({});
    await collection("settings").deleteOne({ _id: "sample recommendations" as never });
    expect(await prepareDemo()).toBeNull();
    expect((await listMomentum({ limit: 100 })).items).toHaveLength(WEEKS);
    const sentiment = (await listSentiment({ limit: 100 })).items;
    expect(sentiment).toHaveLength(WEEKS);
    expect(sentiment.some(({ facts }) => facts.mentionCount > 0)).toBe(true);
  });

  test("gets none of an engine whose recommendations users have made themselves", async () => {
    await collection("recommendations").deleteMany({});
    await collection("settings").deleteOne({ _id: "sample recommendations" as never });
    const { id } = await addSentiment(new Date());
    await prepareDemo();
    expect((await listSentiment({ limit: 100 })).items.map((row) => row.id)).toEqual([id]);
    expect((await listMomentum({ limit: 100 })).items).toHaveLength(WEEKS);
  });
});
