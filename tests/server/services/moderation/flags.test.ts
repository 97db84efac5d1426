import { Types } from "mongoose";
import { beforeEach, describe, expect, test } from "vitest";
import type { ModerationReason, ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { countFlags, countUncounted } from "~/models/flag-counts.server";
import { findCase } from "~/models/moderation-case.server";
import { findArticle, type Article } from "~/models/article.server";
import { commentOn } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import {
  listOwnFlags,
  raiseFlag,
  reopenFlags,
  settleFlags,
  withdrawFlag,
} from "~/services/moderation/flags.server";
import { collection, setFields, useDatabase } from "../../../setup/database";
import { kindOf, messageOf, outcomesOf } from "../../../setup/outcomes";
import { addArticle, addUser, someReview } from "../../../setup/people";
import { idOf } from "../../../setup/rows";

useDatabase();

let mara: Viewer;
let ida: Viewer;
let article: Article;
let target: ModerationTarget;
beforeEach(async () => {
  mara = await addUser({ name: "Mara" });
  ida = await addUser({ name: "Ida" });
  article = await addArticle({ author: mara });
  target = { kind: "article", id: article.id };
});

const flag = (viewer: Viewer | null, on = target, reason: ModerationReason = "spam") =>
  raiseFlag(viewer, { ...on, reason });
const numbers = async (on = target) => {
  const found = await findCase(on);
  return found && [found.flags, found.weight, found.isOpen];
};
const decisionId = idOf(77);

test("a flag opens a case, changes nothing else, and its withdrawal closes it", async () => {
  const before = await findArticle(article.id);
  await flag(ida);
  expect(await numbers()).toEqual([1, 0.5, true]);
  expect(await findArticle(article.id)).toEqual(before);
  expect(await collection("invalidations").countDocuments()).toBe(0);
  const { revision } = (await findCase(target))!;
  await withdrawFlag(ida, target);
  expect(await numbers()).toEqual([0, 0, false]);
  expect((await findCase(target))!.revision).toBe(revision);
  expect(await messageOf(withdrawFlag(ida, target))).toBe("You have not flagged this.");
});

test("a case that is one of the first texts stays open without flags", async () => {
  await flag(ida);
  await setFields("moderation-cases", (await findCase(target))!.id, { isFirstText: true });
  await withdrawFlag(ida, target);
  expect(await numbers()).toEqual([0, 0, true]);
});

describe("who may flag what", () => {
  const REFUSED: Record<string, () => Promise<unknown>> = {
    "unauthenticated: nobody": () => flag(null),
    "forbidden: an unproven account": async () => flag(await addUser({ hasUnprovenEmail: true })),
    "forbidden: a suspended account": () =>
      flag({ ...ida, suspension: { until: null, decisionId } }),
    "forbidden: the author": () => flag(mara),
    "forbidden: oneself": () => flag(ida, { kind: "person", id: ida.id }),
    "notFound: what never was": () => flag(ida, { kind: "review", id: idOf(5) }),
    "notFound: another kind": () => flag(ida, { kind: "comment", id: article.id }),
    "notFound: what was removed": async () => {
      await removeOwnArticle(mara, article.id);
      await flag(ida);
    },
    "notFound: a removed comment": async () => {
      const comment = await commentOn(mara, { kind: "article", id: article.id }, { content: "A" });
      await removeOwnComment(mara, comment.id);
      await flag(ida, { kind: "comment", id: comment.id });
    },
  };
  test.each(Object.keys(REFUSED))("%s", async (name) => {
    expect(await kindOf(REFUSED[name]!())).toBe(name.split(":")[0]);
    expect(await collection("flags").countDocuments()).toBe(0);
    expect(await collection("moderation-cases").countDocuments({ flags: { $gt: 0 } })).toBe(0);
  });

  test("everything that can be flagged is, by its id in any case", async () => {
    const comment = await commentOn(mara, { kind: "article", id: article.id }, { content: "A" });
    const { id } = await addReview(mara, someReview());
    const targets: ModerationTarget[] = [
      target,
      { kind: "comment", id: comment.id },
      { kind: "review", id },
      { kind: "person", id: mara.id },
    ];
    for (const on of targets) await flag(ida, { ...on, id: on.id.toUpperCase() });
    const cases = await Promise.all(targets.map(findCase));
    expect(cases.map((one) => [one?.authorId, one?.flags])).toEqual(
      targets.map(() => [mara.id, 1]),
    );
    const { items } = await listOwnFlags(ida, { limit: 10 });
    expect(items.map((one) => one.target).reverse()).toEqual(targets);
  });
});

test("somebody flags something once, and may change why", async () => {
  await flag(ida);
  expect(await messageOf(flag(ida))).toBe(
    "You have flagged this already, as: spam or advertising.",
  );
  const other = await raiseFlag(ida, { ...target, reason: "other", words: "A duck" });
  expect(other).toMatchObject({ reason: "other", words: "A duck" });
  expect(await flag(ida, target, "abuse")).toMatchObject({ reason: "abuse", words: null });
  expect(await numbers()).toEqual([1, 0.5, true]);
  const walt = await addUser();
  const outcomes = await outcomesOf(5, () => flag(walt));
  expect(outcomes.filter((outcome) => outcome !== "conflict")).toHaveLength(1);
  expect(await numbers()).toEqual([2, expect.closeTo(Math.SQRT1_2), true]);
});

test("a settled flag counts no more, stays, and opens again when its decision is undone", async () => {
  const walt = await addUser();
  await flag(ida);
  await flag(walt, target, "abuse");
  await settleFlags(target, { decisionId, isUpheld: null });
  expect(await numbers()).toEqual([2, expect.closeTo(Math.SQRT1_2), true]);
  for (let times = 0; times < 2; times += 1) {
    await settleFlags(target, { decisionId, isUpheld: true });
    expect(await numbers()).toEqual([0, 0, false]);
  }
  expect(await kindOf(withdrawFlag(ida, target))).toBe("conflict");
  expect(await kindOf(flag(ida, target, "abuse"))).toBe("conflict");

  // Of somebody else, after the decision.
  const late = await addUser();
  await flag(late);
  expect(await numbers()).toEqual([1, 0.5, true]);

  for (let times = 0; times < 2; times += 1) {
    await reopenFlags(decisionId);
    expect((await numbers())![0]).toBe(3);
  }
  expect((await findCase(target))!.reasons).toEqual([
    { reason: "spam", count: 2 },
    { reason: "abuse", count: 1 },
  ]);
});

test("many flags are settled and opened in batches", async () => {
  await flag(ida);
  const { _id, ...row } = (await collection("flags").findOne())!;
  await collection("flags").insertMany(
    Array.from({ length: 450 }, () => ({ ...row, person: new Types.ObjectId() })),
  );
  await countFlags(target);
  expect((await numbers())![0]).toBe(451);
  await settleFlags(target, { decisionId, isUpheld: false });
  expect(await collection("flags").countDocuments({ state: "rejected" })).toBe(451);
  expect(await numbers()).toEqual([0, 0, false]);
  await reopenFlags(decisionId);
  expect((await numbers())![0]).toBe(451);
});

test("what a crash left uncounted is counted", async () => {
  await flag(ida);
  await collection("moderation-cases").updateOne(
    {},
    { $set: { flags: 9, isUncounted: true }, $inc: { changes: 1 } },
  );
  expect(await countUncounted()).toBe(1);
  expect(await numbers()).toEqual([1, 0.5, true]);
  expect(await countUncounted()).toBe(0);
});
