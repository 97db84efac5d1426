/** The demonstration's recommendations, which the engines make as of past days. */
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf, startOf } from "~/domain/calendar-days";
import { engines } from "~/domain/engines";
import {
  mondaysBefore,
  generateDemoRecommendations,
  prepareDemo,
} from "~/services/demo/demo.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { readSentimentInputs } from "~/services/recommendations/sentiment-inputs.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase({ isKept: true });

const rows = () => collection("recommendations").find().sort({ _id: 1 }).toArray();
const pieces = () => collection("recommendation-inputs").find().sort({ _id: 1 }).toArray();
const WEEKS = 12;

describe("the last twelve Mondays at nine before", () => {
  const monday = "2026-02-16"; // A Monday.
  test.each([
    ["Monday at nine", "2026-02-16T09:00:00.000Z", monday],
    ["the moment before Monday at nine", "2026-02-16T08:59:59.999Z", addDays(monday, -7)],
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
    for (const list of [momentumEngine.list, sentimentEngine.list]) {
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
    const momentum = (await momentumEngine.list({ limit: 100 })).items;
    const sentiment = (await sentimentEngine.list({ limit: 100 })).items;
    for (const [list, recompute] of [
      [momentum, momentumEngine.recompute],
      [sentiment, sentimentEngine.recompute],
    ] as const) {
      for (const { id } of list) {
        const { stored, recomputed } = await recompute(id);
        expect(recomputed).toEqual(stored);
      }
    }
  });

  test("has recommendations made from the data of their day, marked as samples", async () => {
    for (const { day, facts, rationale } of (await momentumEngine.list({ limit: 100 })).items) {
      expect(facts).toMatchObject({ isSample: true, source: "sample", isDegraded: false });
      expect(facts.asOf).toBe(addDays(day, -1));
      expect(rationale).toMatch(/sample prices/i);
    }
    for (const { id, day, createdAt, facts } of (await sentimentEngine.list({ limit: 100 }))
      .items) {
      expect(facts).toMatchObject({ isSample: true, to: createdAt });
      const { rows: mentions } = await readSentimentInputs(await sentimentEngine.read(id));
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
    for (const list of [momentumEngine.list, sentimentEngine.list]) {
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
});
