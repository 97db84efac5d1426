import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { setRole } from "~/models/user-role.server";
import { pino } from "pino";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { editComment, removeOwnComment } from "~/services/articles/edit-comment.server";
import { removeOwnReview } from "~/services/articles/edit-review.server";
import { removeArticle, removeReview } from "~/services/articles/removal.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { postArticle } from "~/services/articles/articles.server";
import { addReview } from "~/services/articles/reviews.server";
import { moderation } from "~/services/moderation/feature.server";
import { listOwnFlags, raiseFlag, withdrawFlag } from "~/services/moderation/flags.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { readNotices } from "~/services/notices/notices.server";
import { countWaiting, readQueue, type QueuedCase } from "~/services/moderation/queue.server";
import { collection, setFields, useDatabase } from "../../setup/database";
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
  reasons?: { reason: string; count: number }[];
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
  await addCase(light.target, author.id, { reasons: [{ reason: "abuse", count: 1 }] });
  expect(idsOf(await queue({ filter: { reason: "abuse" } }))).toEqual([light.article.id]);
  expect(idsOf(await queue({ filter: { reason: "abuse", kind: "person" } }))).toEqual([]);
  expect(await countWaiting(moderator)).toEqual({ cases: 3, appeals: 0 });
});

test("a case shows its newest flags with their words", async () => {
  const { target } = await addFlaggedArticle();
  const flaggers = await Promise.all(Array.from({ length: 25 }, () => addUser()));
  await addFlags(target, flaggers.slice(0, 24));
  await addFlags(target, [flaggers[24]!], { reason: "abuse", words: "Look!", at: new Date() });
  await addFlags(target, [null], { reason: "illegal", state: "rejected", at: new Date() });
  await collection("moderation-cases").updateOne({}, { $set: { flags: 25 } });
  const [shown] = await queue();
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
  await setFields("users", author.id, { invitedBy: toObjectId(moderator.id) });
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
  const [shown] = await queue();
  expect(shown).toMatchObject({
    text: { title: "On rates", text: "Nothing to see", authorName: "Walt" },
    path: `/article/${article.id}?comment=${comment.id}#comment-${comment.id}`,
    before: { fields: { content: "Buy this" } },
    record: {
      ...{ comments: 1, articles: 0, decisions: { hide: 1, suspend: 1 } },
      invitedBy: moderator.name,
    },
  });
});

describe("a text that was removed", () => {
  const flagged = async () => {
    const [author, flagger] = await Promise.all([addUser(), addUser()]);
    const { id, url } = await addArticle({ author });
    const comment = await commentOnArticle(author, id, { content: "A" });
    const review = await addReview(author, someReview());
    const targets: ModerationTarget[] = [
      { kind: "article", id },
      { kind: "comment", id: comment.id },
      { kind: "review", id: review.id },
    ];
    for (const target of targets) await raiseFlag(flagger, { ...target, reason: "spam" });
    return { author, flagger, id, url, comment, review };
  };
  const outcomes = async (viewer: Viewer) =>
    (await listOwnFlags(viewer, { limit: 9 })).items.map(({ state, text }) => [state, text]);

  test.each(["its author", "the operator"])("by %s leaves the queue", async (by) => {
    const { author, flagger, id, comment, review } = await flagged();
    expect(await queue()).toHaveLength(3);
    if (by === "its author") {
      await removeOwnComment(author, comment.id);
      await removeOwnReview(author, review.id);
      await removeOwnArticle(author, id);
    } else {
      await removeReview(review.id);
      // With the comments on it.
      await removeArticle(id);
    }
    expect(await countWaiting(moderator)).toEqual({ cases: 0, appeals: 0 });
    expect(await outcomes(flagger)).toEqual([1, 2, 3].map(() => ["open", null]));
    await announcementQueue.doAll();
    const notices = await readNotices(flagger, { limit: 9 });
    expect(notices.items.map(({ text, path }) => [text, path])).toEqual(
      [1, 2, 3].map(() => ["What you flagged was removed before a moderator decided", "/flags"]),
    );
    // Taking a flag back does not bring the case back.
    await withdrawFlag(flagger, { kind: "article", id });
    expect(await queue()).toEqual([]);
  });

  test("and is posted again comes back with its flags", async () => {
    const { author, flagger, id, url } = await flagged();
    await commentOnArticle(flagger, id, { content: "So that it can come back." });
    await removeOwnArticle(author, id);
    expect(idsOf(await queue())).not.toContain(id);
    await postArticle(author, someArticle({ url }));
    expect((await queue()).find(({ target }) => target.id === id)).toMatchObject({ flags: 1 });
  });

  test("while it was being flagged is taken out of the queue by the upkeep", async () => {
    const { target } = await addFlaggedArticle();
    await collection("articles").deleteOne({ _id: toObjectId(target.id)! });
    expect(await queue()).toEqual([]);
    expect((await countWaiting(moderator)).cases).toBe(1);
    await moderation.upkeep!.flags!(pino({ level: "silent" }), new AbortController().signal);
    expect((await countWaiting(moderator)).cases).toBe(0);
  });
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
