import { addHours } from "date-fns/addHours";
import type { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SCHEDULED_TEXT_HOURS } from "~/domain/sentiment/mention";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import type { Viewer } from "~/domain/viewer";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { findWrongHashes } from "~/services/ledger-export/check-stored-hashes.server";
import { checkTexts } from "~/services/ledger-export/check-texts.server";
import { findDifferences } from "~/services/recommendations/engines.server";
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
import { download, verify } from "../../setup/ledger";
import { addMentions, someMention } from "../../setup/mentions";
import { addUser, someReview, someArticle } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase();

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
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  return (await sentimentEngine.make(at, { bySchedule: true })).id;
};
const notes = (scored: number, lost: number) => [
  `texts scored again: ${scored}; texts whose scored version no longer exists: ${lost}`,
  "mentions not checked, from other sites or without a hash of their text: 9",
];
/** The faults of a download that the script finds. */
const faultsOf = async () => verify(await download()).faults;

test("an unaltered recommendation has no faults, and its texts are scored again", async () => {
  expect(await faultsOf()).toEqual([]);
  expect(await findDifferences(momentum)).toEqual([]);
  expect(await findDifferences(sentiment)).toEqual([]);
  expect(await checkTexts(sentiment, { method: SENTIMENT_METHOD })).toEqual({
    faults: [],
    notes: notes(3, 0),
  });
  expect(await findWrongHashes()).toEqual([]);
});

describe.each(["momentum", "sentiment"])("the script names, of a %s recommendation,", (kind) => {
  const id = () => (kind === "momentum" ? momentum : sentiment);
  /** What no page or download shows. */
  const isHidden = (path: string) =>
    /^(_id|tokens|pseudonymKey)/.test(path) || (kind === "momentum" && path === "inputs");

  test("every altered field", async () => {
    const row = await storedRow(id());
    const paths = leafPaths(row).filter((path) => !isHidden(path));
    expect(paths).toEqual(
      expect.arrayContaining(["day", "weekDate", "createdAt", "isScheduled", "rationale", "kind"]),
    );
    expect(paths.length).toBeGreaterThan(50);
    // Several at a time, because each download takes a while. Each has a fault of its own, found by the longest name.
    const rest = paths.filter((path) => path !== "kind").toSorted((a, b) => b.length - a.length);
    while (rest.length) {
      const some = rest.splice(0, 30);
      const altered = some.map((path) => [path, differentValue(valueAt(row, path))] as const);
      await alter(id(), Object.fromEntries(altered));
      const faults = await faultsOf();
      for (const path of some) {
        const named = `${path.replace(/^inputs$/, "inputs.count")} is `;
        const place = faults.findIndex((fault) => fault.includes(named));
        expect(place, path).toBeGreaterThanOrEqual(0);
        faults.splice(place, 1);
      }
      await replaceStored(id(), row);
    }
    await alter(id(), { kind: differentValue(row.kind) });
    expect(await faultsOf()).not.toEqual([]);
    await replaceStored(id(), row);
    expect(await faultsOf()).toEqual([]);
  });

  test("every altered field of an input", async () => {
    const rows = await storedInputs(id());
    const fields = leafPaths(rows[0]);
    expect(fields.length).toBeGreaterThanOrEqual(kind === "momentum" ? 3 : 10);
    for (const field of fields) {
      const altered = { ...rows[0], [field]: differentValue(rows[0]![field]) };
      await putInputs(id(), [altered, ...rows.slice(1)]);
      expect(await faultsOf()).toContainEqual(
        expect.stringContaining(
          kind === "momentum" ? `inputs.0.${field} is ` : "inputs.digest is ",
        ),
      );
    }
    await putInputs(id(), rows.slice(1));
    expect(await faultsOf()).toContainEqual(expect.stringContaining(": inputs."));
  });

  test("damaged data", async () => {
    await alter(id(), { facts: {}, calculation: {} });
    await putInputs(id(), []);
    expect(await faultsOf()).not.toEqual([]);
  });
});

test("the operator's check names stored hashes that do not follow from the entries", async () => {
  const entry = { _id: 2 as unknown as Types.ObjectId };
  await collection("ledger").updateOne(entry, { $set: { "nodes.1": "0".repeat(64) } });
  expect(await findWrongHashes()).toEqual([2]);
});

describe("texts", () => {
  const check = () => checkTexts(sentiment, { method: SENTIMENT_METHOD });

  test("that another method scored, or one with other tokens, are not scored again", async () => {
    expect((await checkTexts(sentiment, { method: 3 })).notes[0]).toMatch(/^made by method 3 /);
    const madeWithOthers = { method: SENTIMENT_METHOD, addedTokens: "0123456789ab" };
    expect(await checkTexts(sentiment, madeWithOthers)).toMatchObject({
      faults: [],
      notes: [expect.stringMatching(/^made while the operator's file had other tokens/)],
    });
  });

  test("that do not have the stored score are reported with both scores", async () => {
    const rows = await storedInputs(sentiment);
    const place = rows.findIndex(({ document }) => document === articleId);
    const p = rows[place]!.p as number;
    await putInputs(sentiment, rows.with(place, { ...rows[place], p: 0.1234 }));
    expect((await check()).faults).toContainEqual({
      field: `article ${articleId}: p of ${String(rows[place]!.token)}`,
      problem: `0.1234 is stored, ${p} follows from the text`,
    });
  });

  test("of an edited article are found among its earlier versions", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + MINUTES_20 });
    await editArticle(mara, articleId, { title: "Nothing of note" });
    expect(await check()).toMatchObject({ faults: [], notes: notes(3, 0) });
    await collection("revisions").deleteMany({});
    expect(await check()).toMatchObject({ faults: [], notes: notes(2, 1) });
  });

  test("of a removed article are gone with its salt, and the rest is still checked", async () => {
    await removeOwnArticle(mara, articleId);
    expect(await collection("text-salts").countDocuments({ _id: articleId as never })).toBe(0);
    expect(await check()).toMatchObject({ faults: [], notes: notes(2, 1) });
  });

  test.each([
    { withContent: false, scored: 3, lost: 0 },
    // Another user's comment is deleted with the article.
    { withContent: true, scored: 1, lost: 2 },
  ])("of a deleted account (content: $withContent)", async ({ withContent, scored, lost }) => {
    await deleteAccount(`${mara.name.toLowerCase()}@example.org`, { withContent });
    expect(await check()).toMatchObject({
      faults: [],
      notes: notes(scored, lost),
    });
  });
});
