/** Reproducing a recommendation from its inputs reveals alterations of its stored data. */
import mongoose, { Types } from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import { newRecommendationId } from "~/models/recommendation.server";
import { makeMomentum } from "~/services/recommendations/momentum.server";
import { findDifferences } from "~/services/recommendations/reproduce.server";
import { makeSentiment } from "~/services/recommendations/sentiment.server";
import { useDatabase } from "../../setup/database";
import { addMentions } from "../../setup/mentions";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase();

const WEEKS_7 = 49 * 86_400_000;
let momentum = "";
let sentiment = "";
beforeEach(async () => {
  const now = new Date();
  await importMomentumCloses(now);
  await addMentions(
    Array.from({ length: 5 }, (_, i) => ({
      token: "BTC",
      p: 0.6,
      kind: "comment",
      sketch: [],
      method: SENTIMENT_METHOD,
      document: new Types.ObjectId().toHexString(),
      author: (i + 1).toString(16).padStart(24, "0"),
      createdAt: now.getTime() - 3_600_000,
    })),
  );
  momentum = (await makeMomentum(now)).id;
  sentiment = (await makeSentiment(now)).id;
});

const alter = (id: string, update: object) =>
  mongoose.connection
    .collection("recommendations")
    .updateOne({ _id: new Types.ObjectId(id) }, { $set: update });
const fieldsOf = async (id: string) => (await findDifferences(id)).map(({ field }) => field);

test("an unaltered recommendation has no differences", async () => {
  expect(await findDifferences(momentum)).toEqual([]);
  expect(await findDifferences(sentiment)).toEqual([]);
});

describe("in a momentum recommendation", () => {
  test.each([
    ["rationale", "Luck."],
    ["allocation.BTC", 99],
    ["allocation.DOGE", 1],
    ["day", "2020-01-06"],
    ["weekDate", "2020-01-06"],
    ["facts.rates.BTC", 99.99],
    ["facts.isDegraded", true],
    ["facts.hasPegWarning", true],
    ["facts.isSample", true],
    ["facts.sourceLabel", "a friend"],
    ["calculation.exposure", 0.1],
    ["calculation.assets.BTC.rateOfChange", 99.99],
    ["calculation.assets.SOL.volatility", 1],
  ])("an altered %s is reported", async (field, value) => {
    await alter(momentum, { [field]: value });
    expect(await findDifferences(momentum)).toContainEqual(
      expect.objectContaining({ field, stored: JSON.stringify(value) }),
    );
  });

  test("an earlier date of creation is reported", async () => {
    const createdAt = new Date(Date.now() - WEEKS_7);
    await alter(momentum, { createdAt });
    expect(await fieldsOf(momentum)).toEqual(["day", "weekDate"]);
    const day = createdAt.toISOString().slice(0, 10);
    const { weekDate } = (await findDifferences(momentum)).reduce<Record<string, string>>(
      (found, { field, expected }) => ({ ...found, [field]: JSON.parse(expected!) as string }),
      {},
    );
    // Even if all fields with the day are adapted.
    await alter(momentum, { day, weekDate });
    expect(await fieldsOf(momentum)).toEqual(["isAsOfDaysBefore"]);
  });

  test("an altered input is reported by its results", async () => {
    const { rows } = await alteredInputs(momentum);
    expect(rows).toBeGreaterThan(0);
    expect(await fieldsOf(momentum)).toContain("calculation.assets.BTC.rateOfChange");
  });
});

describe("in a sentiment recommendation", () => {
  test.each([
    ["rationale", "Luck."],
    ["allocation.USDT", 1],
    ["day", "2020-01-06"],
    ["facts.token", "DOGE"],
    ["facts.mentionCount", 1_000_000],
    ["calculation.mood", 0.99],
    ["calculation.riskBudget", 80],
    ["calculation.tokens.0.score", 0.99],
    ["calculation.week.trust", 1],
  ])("an altered %s is reported", async (field, value) => {
    await alter(sentiment, { [field]: value });
    expect(await findDifferences(sentiment)).toContainEqual(
      expect.objectContaining({ field, stored: JSON.stringify(value) }),
    );
  });

  test("an earlier date of creation is reported, even with an adapted window", async () => {
    const createdAt = new Date(Date.now() - WEEKS_7);
    await alter(sentiment, { createdAt });
    expect(await fieldsOf(sentiment)).toEqual(
      expect.arrayContaining(["day", "weekDate", "facts.from", "facts.to"]),
    );
    const from = new Date(createdAt.getTime() - 7 * 86_400_000);
    await alter(sentiment, { "facts.from": from, "facts.to": createdAt });
    expect(await fieldsOf(sentiment)).toContain("areMentionsOfTheWeek");
  });
});

test("an unknown recommendation is not found", async () => {
  await expect(findDifferences(newRecommendationId())).rejects.toMatchObject({ kind: "notFound" });
});

/** Replaces the inputs of a momentum recommendation by those of another with different closes of BTC. */
async function alteredInputs(id: string): Promise<{ rows: number }> {
  await mongoose.connection.collection("prices").deleteMany({});
  await importMomentumCloses(new Date());
  await mongoose.connection
    .collection("prices")
    .updateMany({ asset: "BTC" }, { $mul: { close: 1.5 } });
  const other = await makeMomentum(new Date());
  const inputs = mongoose.connection.collection("recommendation-inputs");
  await inputs.deleteMany({ recommendation: new Types.ObjectId(id) });
  const { modifiedCount } = await inputs.updateMany(
    { recommendation: new Types.ObjectId(other.id) },
    { $set: { recommendation: new Types.ObjectId(id) } },
  );
  return { rows: modifiedCount };
}
