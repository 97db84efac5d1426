import { addHours } from "date-fns/addHours";
import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SCHEDULED_TEXT_HOURS } from "~/domain/sentiment/mention";
import type { Viewer } from "~/domain/viewer";
import { newRecommendationId } from "~/models/recommendation.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { checkRecommendation } from "~/services/ledger-checks/check-recommendation.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { addReview } from "~/services/articles/reviews.server";
import {
  alter,
  differentValue,
  leafPaths,
  putInputs,
  replaceStored,
  storedInputs,
  storedRow,
  valueAt,
} from "../../setup/alter";
import { collection, useDatabase } from "../../setup/database";
import { addMentions, someMention } from "../../setup/mentions";
import { addUser, someReview, someArticle } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase();

const WEEKS_7 = 49 * 86_400_000;
const MINUTES_20 = 20 * 60_000;
const LONG_AGO = new Date(Date.now() - 400 * 86_400_000);

let mara: Viewer;
let articleId = "";
let momentum = "";
let sentiment = "";
beforeEach(async () => {
  await importMomentumCloses();
  mara = await addUser({ createdAt: LONG_AGO });
  const [ida, tom] = await Promise.all([
    addUser({ createdAt: LONG_AGO }),
    addUser({ createdAt: LONG_AGO, isMember: true }),
  ]);
  const title = "Bitcoin: bullish, and SOL is weak";
  articleId = (await postArticle(mara, someArticle({ title }))).id;
  await commentOnArticle(ida, articleId, { content: "Bitcoin is great" });
  await addReview(tom, someReview({ review: "The best on Bitcoin, and on SOL" }));
  await addMentions(Array.from({ length: 9 }, () => someMention()));
  momentum = (await momentumEngine.make(new Date(), { bySchedule: true })).id;
  sentiment = await recommend();
});
afterEach(() => void vi.useRealTimers());

/** Late enough that what was just written counts. */
const recommend = async () => {
  const at = addHours(new Date(), SCHEDULED_TEXT_HOURS + 1);
  return (await sentimentEngine.make(at, { bySchedule: true })).id;
};
const notes = (scored: number, lost: number) => [
  `texts scored again: ${scored}; texts whose scored version no longer exists: ${lost}`,
  "mentions not checked, from other sites or without a hash of their text: 9",
];
const fieldsOf = async (id: string) =>
  (await checkRecommendation(id)).faults.map(({ field }) => field);

test("an unaltered recommendation has no faults, and its texts are scored again", async () => {
  expect(await checkRecommendation(momentum)).toMatchObject({ faults: [], notes: [] });
  expect(await checkRecommendation(sentiment)).toMatchObject({
    faults: [],
    notes: notes(3, 0),
    entries: { recommendation: { seq: 3, of: sentiment } },
  });
});

test("the check fails for an unknown recommendation, and reports a deleted one", async () => {
  await expect(checkRecommendation(newRecommendationId())).rejects.toMatchObject({
    kind: "notFound",
  });
  await collection("recommendations").deleteOne({ _id: new Types.ObjectId(momentum) });
  expect(await fieldsOf(momentum)).toEqual(["recommendation"]);
});

/** Fields that have another name in the ledger. */
const NAMES: Record<string, string> = { inputs: "inputCount" };

describe.each(["momentum", "sentiment"])("the check of a %s recommendation reports", (kind) => {
  const id = () => (kind === "momentum" ? momentum : sentiment);

  test("every altered field", async () => {
    const row = await storedRow(id());
    const paths = leafPaths(row).filter((path) => path !== "_id");
    expect(paths).toEqual(
      expect.arrayContaining(["day", "weekDate", "createdAt", "isScheduled", "rationale", "kind"]),
    );
    expect(paths.length).toBeGreaterThan(50);
    const unnamed: string[] = [];
    for (const path of paths) {
      await alter(id(), { [path]: differentValue(valueAt(row, path)) });
      const named = await fieldsOf(id());
      const name = path.startsWith("tokens") ? "tokens" : (NAMES[path] ?? path);
      if (!named.some((field) => field === name || field.startsWith(`${name}.`)))
        unnamed.push(path);
      await replaceStored(id(), row);
    }
    expect(unnamed).toEqual([]);
    expect(await fieldsOf(id())).toEqual([]);
  });

  test("every altered field of an input", async () => {
    const rows = await storedInputs(id());
    const fields = leafPaths(rows[0]);
    expect(fields.length).toBeGreaterThanOrEqual(kind === "momentum" ? 3 : 10);
    for (const field of fields) {
      const altered = { ...rows[0], [field]: differentValue(rows[0]![field]) };
      await putInputs(id(), [altered, ...rows.slice(1)]);
      expect(await fieldsOf(id())).toContain(
        kind === "momentum" ? `inputs.0.${field}` : "inputs.digest",
      );
    }
    await putInputs(id(), rows.slice(1));
    const isNamed = (field: string) => field.startsWith("inputs.");
    expect((await fieldsOf(id())).some(isNamed)).toBe(true);
  });

  test("damaged data", async () => {
    await alter(id(), { facts: null });
    expect(await fieldsOf(id())).toContain("recommendation");
    await alter(id(), { facts: {}, inputs: 99_999 });
    await collection("recommendation-inputs").updateMany({}, { $set: { packed: Buffer.from("") } });
    expect(await fieldsOf(id())).toContain("recommendation");
  });
});

test("a recommendation by another method of the sentiment engine has a note of that", async () => {
  await alter(sentiment, { "facts.method": 3 });
  const { notes: told } = await checkRecommendation(sentiment);
  expect(told[0]).toMatch(/^made by method 3 /);
});

test("a recommendation made as of seven weeks ago is reported by its date of entry", async () => {
  const then = new Date(Date.now() - WEEKS_7);
  await importMomentumCloses(then);
  const { id } = await momentumEngine.make(then, { bySchedule: true });
  expect((await checkRecommendation(id)).faults).toEqual([
    {
      field: "createdAt",
      problem: "is 49 days before it was entered in the ledger: it may be backdated",
    },
  ]);
});

test("the data of the track record is compared as well", async () => {
  const weeks = collection("scheduled-recommendations");
  await weeks.updateOne({ kind: "momentum" }, { $set: { "allocation.BTC": 99 } });
  expect(await fieldsOf(momentum)).toEqual(["trackRecord.allocation.BTC"]);
  await weeks.deleteOne({ kind: "momentum" });
  expect(await fieldsOf(momentum)).toEqual(["trackRecord"]);
});

describe("texts", () => {
  test("that do not have the stored score are reported with both scores", async () => {
    const rows = await storedInputs(sentiment);
    const place = rows.findIndex(({ document }) => document === articleId);
    const p = rows[place]!.p as number;
    await putInputs(sentiment, rows.with(place, { ...rows[place], p: 0.1234 }));
    expect((await checkRecommendation(sentiment)).faults).toContainEqual({
      field: `article ${articleId}: p of ${String(rows[place]!.token)}`,
      problem: `0.1234 is stored, ${p} follows from the text`,
    });
  });

  test("of an edited article are found among its earlier versions", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + MINUTES_20 });
    await editArticle(mara, articleId, { title: "Nothing of note" });
    expect(await checkRecommendation(sentiment)).toMatchObject({ faults: [], notes: notes(3, 0) });
    await collection("revisions").deleteMany({});
    expect(await checkRecommendation(sentiment)).toMatchObject({ faults: [], notes: notes(2, 1) });
  });

  test("of a removed article are gone with its salt, and the rest is still checked", async () => {
    await removeOwnArticle(mara, articleId);
    expect(await collection("text-salts").countDocuments({ _id: articleId as never })).toBe(0);
    expect(await checkRecommendation(sentiment)).toMatchObject({ faults: [], notes: notes(2, 1) });
  });

  test.each([
    { withContent: false, scored: 3, lost: 0 },
    // Another user's comment is deleted with the article.
    { withContent: true, scored: 1, lost: 2 },
  ])("of a deleted account (content: $withContent)", async ({ withContent, scored, lost }) => {
    await deleteAccount(`${mara.name.toLowerCase()}@example.org`, { withContent });
    expect(await checkRecommendation(sentiment)).toMatchObject({
      faults: [],
      notes: notes(scored, lost),
    });
  });
});
