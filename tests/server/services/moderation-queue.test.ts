import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { setRole } from "~/models/user-role.server";
import { editComment } from "~/services/articles/edit-comment.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { postArticle } from "~/services/articles/articles.server";
import { addReview } from "~/services/articles/reviews.server";
import { countWaiting, readQueue, type QueuedCase } from "~/services/moderation/queue.server";
import { collection, useDatabase } from "../../setup/database";
import { kindOf } from "../../setup/outcomes";
import { addArticle, addUser, someArticle, someReview } from "../../setup/people";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { idOf } from "../../setup/rows";
import { toObjectId } from "~/models/ids.server";

useDatabase();
afterEach(() => void vi.useRealTimers());

let moderator: Viewer;
beforeEach(async () => {
  moderator = await addModerator();
});

async function addModerator(): Promise<Viewer> {
  const user = await addUser();
  await setRole(user.id, "moderator");
  return { ...user, role: "moderator" };
}

interface CaseFields {
  isOpen?: boolean;
  flags?: number;
  weight?: number;
  isFirstText?: boolean;
}

async function addCase(target: ModerationTarget, authorId: string, fields: CaseFields = {}) {
  const { kind } = target;
  // It may be there already, as one of the first texts of an account.
  await collection("moderation-cases").updateOne(
    { kind, target: toObjectId(target.id) },
    {
      $set: {
        author: toObjectId(authorId),
        ...{ isOpen: true, flags: 0, weight: 0, revision: 0, at: new Date() },
        ...fields,
      },
    },
    { upsert: true },
  );
}

async function addFlags(target: ModerationTarget, people: (Viewer | null)[], fields = {}) {
  await collection("flags").insertMany(
    people.map((person, i) => ({
      kind: target.kind,
      target: toObjectId(target.id),
      ...(person && { person: toObjectId(person.id) }),
      ...{ reason: "spam", weight: 0.5, state: "open", at: new Date(2026, 0, 1, 0, i) },
      ...fields,
    })),
  );
}

async function queue(options: Partial<Parameters<typeof readQueue>[1]> = {}) {
  const page = await readQueue(moderator, { limit: 20, after: null, filter: {}, ...options });
  return page.items;
}

const idsOf = (cases: readonly QueuedCase[]) => cases.map(({ target }) => target.id);

async function addFlaggedArticle(weight = 1) {
  const article = await addArticle();
  const target = { kind: "article" as const, id: article.id };
  await addCase(target, article.authorId, { flags: 1, weight });
  return { article, target };
}

test("only moderators read the queue, and none while suspended", async () => {
  const page = { limit: 1, after: null, filter: {} };
  const suspended = { ...moderator, suspension: { until: null, decisionId: idOf(1) } };
  expect(await kindOf(readQueue(null, page))).toBe("unauthenticated");
  for (const viewer of [await addUser(), suspended]) {
    expect(await kindOf(readQueue(viewer, page))).toBe("forbidden");
    expect(await kindOf(countWaiting(viewer))).toBe("forbidden");
  }
  expect(await kindOf(readQueue({ ...moderator, role: "administrator" }, page))).toBe("ok");
});

test("open cases stand by their weight, and are filtered by kind and by why they are there", async () => {
  const light = await addFlaggedArticle(0.5);
  const heavy = await addFlaggedArticle(2);
  const author = await addUser();
  await addCase({ kind: "person", id: author.id }, author.id, { isFirstText: true });
  const closed = await addArticle();
  await addCase({ kind: "article", id: closed.id }, closed.authorId, { isOpen: false, weight: 9 });
  expect(idsOf(await queue())).toEqual([heavy.article.id, light.article.id, author.id]);
  expect(idsOf(await queue({ filter: { kind: "person" } }))).toEqual([author.id]);
  expect(idsOf(await queue({ filter: { only: "first" } }))).toEqual([author.id]);
  expect(idsOf(await queue({ filter: { only: "flagged" } }))).toEqual([
    heavy.article.id,
    light.article.id,
  ]);
  expect(await countWaiting(moderator)).toEqual({ cases: 3, appeals: 0 });
});

test("a case shows its newest flags with their words, and counts all by reason", async () => {
  const { target } = await addFlaggedArticle();
  const flaggers = await Promise.all(Array.from({ length: 25 }, () => addUser()));
  await addFlags(target, flaggers.slice(0, 24));
  await addFlags(target, [flaggers[24]!], { reason: "abuse", words: "Look!", at: new Date() });
  await addFlags(target, [null], { reason: "illegal", state: "rejected" });
  await collection("moderation-cases").updateOne({}, { $set: { flags: 25 } });
  const [shown] = await queue();
  expect(shown!.reasons).toEqual([
    { reason: "spam", count: 24 },
    { reason: "abuse", count: 1 },
  ]);
  expect(shown!.listedFlags).toHaveLength(20);
  expect(shown!.listedFlags[0]).toMatchObject({
    reason: "abuse",
    words: "Look!",
    personName: flaggers[24]!.name,
  });
});

test("who may not decide about a case is told why", async () => {
  const own = await addArticle({ author: moderator });
  await addCase({ kind: "article", id: own.id }, moderator.id, { weight: 3 });
  const flagged = await addFlaggedArticle(2);
  await addFlags(flagged.target, [moderator]);
  const colleague = await addModerator();
  await addCase({ kind: "person", id: colleague.id }, colleague.id, { weight: 1 });
  await addFlaggedArticle(0.5);
  expect((await queue()).map(({ refusal }) => refusal)).toEqual(["own", "flagged", "rank", null]);
});

test("a text is shown as it is, as it was and where it stands, and its author’s record beside it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-01T10:00:00Z") });
  const author = await addUser({ name: "Walt", createdAt: new Date("2026-04-30T10:00:00Z") });
  const article = await addArticle({ title: "On rates" });
  const comment = await commentOnArticle(author, article.id, { content: "Buy this" });
  vi.setSystemTime(new Date("2026-05-01T12:00:00Z"));
  await editComment(author, comment.id, { content: "Nothing to see" });
  await addCase({ kind: "comment", id: comment.id }, author.id, { weight: 5 });
  await collection("moderation-decisions").insertMany(
    (["hide", "hide", "suspend"] as const).map((decision, i) => ({
      _id: toObjectId(idOf(i + 1))!,
      kind: "person",
      target: toObjectId(author.id),
      author: toObjectId(author.id),
      ...{ decision, reason: "spam", rule: 1, note: "", role: "moderator", isDone: true },
      at: new Date(),
      ...(i === 1 && { undone: { at: new Date() } }),
    })),
  );
  const other = { kind: "comment" as const, id: idOf(99) };
  const decision = toObjectId(idOf(1));
  await addFlags(other, [await addUser(), await addUser()], { state: "upheld", decision });
  const [shown] = await queue();
  expect(shown).toMatchObject({
    text: { title: "On rates", text: "Nothing to see", authorName: "Walt" },
    path: `/article/${article.id}?comment=${comment.id}#comment-${comment.id}`,
    before: { fields: { content: "Buy this" } },
    record: { comments: 1, articles: 0, decisions: { hide: 1, suspend: 1 }, upheldFlags: 2 },
  });
});

test("a removed text stays in the queue without its text", async () => {
  await addCase({ kind: "comment", id: idOf(5) }, (await addUser()).id);
  expect(await queue()).toMatchObject([{ text: null, path: null, similar: [] }]);
});

describe("beside a text", () => {
  const SPAM = "Double your tokens today with the amazing yield machine of my cousin in Zug, now!";

  test("stand near-copies by others, and none of the author’s own", async () => {
    const [one, two, three] = await Promise.all([addUser(), addUser(), addUser()]);
    const { id } = await addArticle();
    const first = await commentOnArticle(one, id, { content: SPAM });
    await commentOnArticle(one, id, { content: `${SPAM} Again.` });
    const copy = await commentOnArticle(two, id, { content: SPAM.replace("today", "tonight") });
    const review = await addReview(two, someReview({ review: SPAM }));
    await commentOnArticle(three, id, { content: "Thank you for these numbers, they help." });
    await addCase({ kind: "comment", id: first.id }, one.id, { weight: 5 });
    const [shown] = await queue();
    expect(
      new Set(shown!.similar.map(({ because, text }) => [because, text.target.id].join())),
    ).toEqual(new Set([`copy,${copy.id}`, `copy,${review.id}`]));
  });

  test("stand links of others to the same page and site within a day", async () => {
    const [one, two] = await Promise.all([addUser(), addUser()]);
    const { id } = await addArticle();
    const first = await commentOnArticle(one, id, {
      content: "See https://www.Yield.example/a?x=1",
    });
    const same = await commentOnArticle(two, id, { content: "Good: http://YIELD.example:80/a/" });
    const site = await postArticle(two, someArticle({ content: "[x](https://yield.example/b)" }));
    const late = await commentOnArticle(two, id, { content: "Well: https://yield.example/a" });
    await collection("text-fingerprints").updateOne(
      { _id: toObjectId(late.id)! },
      { $set: { at: new Date(Date.now() - 25 * 3_600_000) } },
    );
    await addCase({ kind: "comment", id: first.id }, one.id, { weight: 5 });
    const [shown] = await queue();
    expect(
      shown!.similar.map(({ because, host, text }) => [because, host, text.target.id]),
    ).toEqual([
      ["link", "yield.example", same.id],
      ["site", "yield.example", site.id],
    ]);
  });
});

describe("with thousands of decided cases", () => {
  needsMongoPlans();

  test("a page is read by indexes, and reads as many rows as it shows", async () => {
    const author = await addUser();
    const row = { kind: "article", author: toObjectId(author.id), isOpen: false, flags: 0 };
    await collection("moderation-cases").insertMany(
      Array.from({ length: 2_000 }, (_, i) => ({
        ...row,
        ...{ target: toObjectId(idOf(i)), weight: i % 7, revision: 1, at: new Date() },
      })),
    );
    for (let i = 0; i < 3; i += 1) {
      const { target } = await addFlaggedArticle(i);
      await addFlags(target, [await addUser()]);
    }
    await expectIndexed(() => queue(), 12);
    await expectIndexed(() => countWaiting(moderator), 12);
  });
});
