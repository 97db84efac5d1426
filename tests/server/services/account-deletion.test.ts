/** After the deletion of an account, nothing in the database identifies its owner. */
import mongoose, { Types } from "mongoose";
import { afterEach, expect, test, vi } from "vitest";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import type { Viewer } from "~/domain/viewer";
import { addBlock } from "~/models/block.server";
import { addJobRun } from "~/models/job-run.server";
import { addChange } from "~/models/setting-change.server";
import { addFollowing } from "~/models/following.server";
import { addFlag } from "~/models/flag.server";
import { importApplications } from "~/models/membership-application.server";
import { openCaseOf } from "~/models/moderation-case.server";
import { addMail } from "~/models/mail.server";
import { ensureUnsubscribeSecret } from "~/models/mail-settings.server";
import { createStep } from "~/models/pending-step.server";
import { readMentions, type StoredMention } from "~/models/mention.server";
import * as deletion from "~/models/user-deletion.server";
import * as users from "~/models/user.server";
import { signUpInput } from "~/schemas/accounts";
import { authenticate } from "~/services/accounts/accounts.server";
import {
  deleteAccount,
  deleteDueAccounts,
} from "~/services/account-deletion/account-deletion.server";
import { postArticle, readArticle, viewArticle } from "~/services/articles/articles.server";
import { upvote } from "~/services/articles/upvotes.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { announce } from "~/services/notices/announce.server";
import { announcementQueue } from "~/services/notices/deliver.server";
import { readFiledMails } from "~/services/mail/transport.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { storeCollectedEvents } from "~/services/events/events.server";
import { readContributions } from "~/services/people/contributions.server";
import { researchHubs } from "~/services/articles/hubs.server";
import {
  applyForMembership,
  readMembership,
  voteOnApplication,
} from "~/services/membership/membership.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { settleFlags } from "~/services/moderation/flags.server";
import { recount } from "~/services/jobs/recount.server";
import { addReview, browseReviews } from "~/services/articles/reviews.server";
import { collection, rowOf, setFields, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { draftInput } from "~/schemas/drafts";
import { addDraft } from "~/services/drafts/drafts.server";
import { storeCollectedReadings, storeReadingLater } from "~/services/readings/readings.server";
import { save } from "~/services/saved/saved.server";
import { addDevice } from "../../setup/passkeys";
import { addEffects } from "../../setup/recommendations";
import { addSecondFactor } from "../../setup/second-factor";
import {
  addArticle,
  addUser,
  logIn,
  PASSWORD,
  signUpSomebody,
  someReview,
  someArticle,
  upvoteArticle,
} from "../../setup/people";

useEnvironment({ RATE_LIMITS: "on" });
useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const NAME = "Zephyrine";
const EMAIL = "zephyrine@example.org";
const statement = "I read prospectuses for a living and would review tokenomics with patience.";
const DAY = 86_400_000;

let leaver: Awaited<ReturnType<typeof signUpSomebody>>;
let mara: Viewer;
let ida: Viewer;
/** Ids of the content: the leaver's article, another article, the reviewed work, an open application. */
let ids: Record<"own" | "other" | "work" | "open", string>;

async function setTheScene() {
  leaver = await signUpSomebody({ name: NAME });
  const { viewer } = leaver;
  [mara, ida] = [await addUser({ name: "Mara", isMember: true }), await addUser({ name: "Ida" })];
  await applyForMembership(viewer, { statement });
  await sendDueMails();
  await addDevice(viewer);
  const expiresAt = new Date(Date.now() + DAY);
  await createStep({ kind: "second-step", userId: viewer.id, expiresAt });
  // A mail that waits for a retry.
  const mail = { subject: "A subject", text: `Hello ${NAME}`, html: "<p>Hello</p>", to: EMAIL };
  await addMail({ ...mail, userId: viewer.id, expiresAt: new Date(Date.now() + DAY) });
  await ensureUnsubscribeSecret(viewer.id);
  const past = {
    openedAt: new Date(Date.now() - 40 * DAY),
    closedAt: new Date(Date.now() - 30 * DAY),
  };
  const closed = { ...past, closesAt: past.closedAt, needed: 1, statement, carriedOut: true };
  const vote = (voter: Viewer) => ({
    userId: voter.id,
    name: voter.name,
    approve: true,
    at: past.closedAt,
  });
  const newId = () => new Types.ObjectId().toHexString();
  await importApplications([
    {
      ...closed,
      id: newId(),
      userId: ida.id,
      name: "Ida",
      votes: [vote(viewer), vote(mara)],
      status: "approved",
    },
    {
      ...closed,
      id: newId(),
      userId: viewer.id,
      name: NAME,
      votes: [vote(mara)],
      status: "declined",
    },
  ]);
  await grantMembership(EMAIL, true);
  const member = { ...viewer, isMember: true };

  const own = await postArticle(
    member,
    someArticle({ summary: "Bitcoin is bullish", category: "macro" }),
  );
  const other = await addArticle({ author: mara });
  await commentOnArticle(member, own.id, { content: "Bitcoin will rally" });
  await commentOnArticle(mara, own.id, { content: "Bitcoin will not rally" });
  await commentOnArticle(member, other.id, { content: "I like bitcoin" });
  const answer = await commentOnArticle(ida, other.id, { content: "So do I" });
  await upvote(member, { kind: "comment", id: answer.id });
  await upvoteArticle(mara, own.id);
  await upvoteArticle(member, other.id);
  await upvoteArticle(ida, other.id);
  const work = someReview({
    title: "A work",
    rating: 1,
    review: "Bitcoin is a scam",
    category: "rates",
  });
  await addReview(member, work);
  await addReview(mara, { ...work, rating: 5 });
  const open = await applyForMembership(ida, { statement });
  await setFields("applications", open.id, { needed: 3 });
  await voteOnApplication(member, open.id, true);
  await viewArticle(other.id, { userId: leaver.viewer.id, address: "192.0.2.9" });
  await attempt("wrong password!");
  await addSecondFactor(viewer);
  const fields = draftInput.shape.fields.parse({ title: "Not yet" });
  await addDraft(viewer, { form: "article", hub: null, fields });
  await addFollowing(viewer.id, "hub", "macro");
  await save(viewer, { kind: "article", id: other.id }, "A note");
  storeReadingLater(viewer.id, { articles: null });
  await storeCollectedReadings();
  await addFollowing(mara.id, "person", viewer.id);
  await announcementQueue.doAll();
  // One that nobody has been told yet.
  const text = { kind: "article", id: other.id } as const;
  await announce({ kind: "upvoted", text, authorId: mara.id, by: viewer.id });
  await addBlock(viewer.id, mara.id);
  await addBlock(mara.id, viewer.id);
  await addEffects({ id: newId(), createdAt: new Date() }, { [viewer.id]: 4 });
  for (const [target, author, flagger] of [
    [own, viewer, ida],
    [other, mara, viewer],
  ] as const) {
    await openCaseOf({ kind: "article", id: target.id }, author.id);
    const flag = {
      target: { kind: "article", id: target.id },
      reason: "spam",
      weight: 0.5,
    } as const;
    await addFlag({ ...flag, personId: flagger.id });
  }
  await settleFlags({ kind: "article", id: other.id }, { decisionId: newId(), isUpheld: true });
  await openCaseOf({ kind: "person", id: viewer.id }, viewer.id);
  const onPerson = { target: { kind: "person", id: viewer.id }, reason: "abuse" } as const;
  await addFlag({ ...onPerson, weight: 0.5, personId: ida.id });
  const changed = { revision: 1, at: new Date(), byId: viewer.id, changed: ["name"], values: {} };
  await addChange(changed);
  await addJobRun("recount", viewer.id);
  const named = [{ id: new Types.ObjectId(viewer.id), name: NAME }];
  for (const name of ["articles", "reviews", "comments"]) {
    await collection(name).updateMany({}, { $set: { named } });
  }
  ids = { own: own.id, other: other.id, work: "A work", open: open.id };
}

const attempt = (password: string) => logIn(EMAIL, password);

/** All documents in the database that contain one of the texts, each prefixed with its collection. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const traces: string[] = [];
  for (const collection of await mongoose.connection.db!.collections()) {
    // These have ids of changed content, not of users, and are deleted after ten minutes.
    if (collection.collectionName === "invalidations") continue;
    for (const row of await collection.find().toArray()) {
      const json = JSON.stringify(row).toLowerCase();
      if (texts.some((text) => json.includes(text.toLowerCase()))) {
        traces.push(`${collection.collectionName}: ${json}`);
      }
    }
  }
  return traces;
}
const traces = async () => {
  await storeCollectedEvents();
  return tracesOf(NAME, EMAIL, leaver.viewer.id);
};

const done = { articles: 1, reviews: 1, comments: 2, upvotes: 2 };

test("a deletion leaves the content under a name that nobody can use, and no trace of the user", async () => {
  await setTheScene();
  expect(await deleteAccount(EMAIL)).toEqual({ name: NAME, done });
  expect(await traces()).toEqual([]);
  expect(await authenticate(leaver.token, "token")).toBeNull();
  expect(await authenticate(leaver.browserSecret, "browser")).toBeNull();
  expect(await attempt(PASSWORD)).toBe("Login failed");
  expect(signUpInput.shape.name.safeParse(DELETED_ACCOUNT_NAME).success).toBe(false);

  const article = await readArticle(ids.own);
  expect(article).toMatchObject({ reviewer: DELETED_ACCOUNT_NAME, upvotes: 1, commentCount: 2 });
  expect(await users.findUser(article.authorId)).toBeNull();
  const { items } = await browseReviews({ sort: "new", limit: 9, q: "deleted account" });
  expect(items).toMatchObject([{ username: DELETED_ACCOUNT_NAME, review: "Bitcoin is a scam" }]);
  expect((await browseReviews({ sort: "new", limit: 9, q: NAME })).items).toEqual([]);
  // All their content keeps one common author id, so that the engines count no additional voices.
  const window = { from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY) };
  const mentions: StoredMention[] = [];
  for await (const mention of readMentions(window)) mentions.push(mention);
  const heirs = mentions.filter(({ author }) => author === article.authorId);
  expect(heirs.map(({ kind }) => kind).sort()).toEqual(["article", "comment", "comment", "review"]);

  // Votes on open applications are gone, and the name from votes on closed ones.
  const { pending, closed } = await readMembership(mara);
  expect(pending?.items).toMatchObject([{ id: ids.open, votes: [], status: "pending" }]);
  expect(closed).toMatchObject([
    { name: "Ida", votes: [{ name: DELETED_ACCOUNT_NAME, approve: true }, { name: "Mara" }] },
  ]);
  const row = await rowOf("applications", ids.open);
  expect(row).toMatchObject({ approvals: 0, declines: 0 });

  // The email and the name are free for a new account.
  const { viewer } = await signUpSomebody({ name: NAME });
  const dashboard = await readContributions(viewer);
  const none = { items: [] };
  expect(dashboard).toMatchObject({ articles: none, reviews: none, comments: none });
  expect(viewer.isMember).toBe(false);
});

test("a deletion with the content removes all of it, and keeps what others wrote elsewhere", async () => {
  await setTheScene();
  expect(await deleteAccount(EMAIL, { withContent: true })).toEqual({ name: NAME, done });
  expect(await traces()).toEqual([]);
  await announcementQueue.doAll();
  expect(await tracesOf(ids.own, DELETED_ACCOUNT_NAME)).toMatchObject([
    /^applications: .*"name":"ida"/,
  ]);
  expect(await readArticle(ids.other)).toMatchObject({ upvotes: 1, commentCount: 1 });
  const { items } = await browseReviews({ sort: "new", limit: 9 });
  expect(items).toMatchObject([{ username: "Mara" }]);
  expect(await researchHubs()).toContainEqual(
    expect.objectContaining({ slug: "macro", papers: 0, contributors: 0 }),
  );
  expect(await recount({ recheckDelayMs: 0 })).toMatchObject({ corrected: 0 });
});

test.each([false, true])(
  "an interrupted deletion leaves no valid session, and a second run completes it (with content: %s)",
  async (withContent) => {
    await setTheScene();
    // Before, the user is found in every collection that refers to users.
    const found = new Set((await traces()).map((trace) => trace.split(":")[0]));
    expect([...found].sort()).toEqual([
      "account-links",
      "announcements",
      "applications",
      "articles",
      "author-effects",
      "blocks",
      "bookmarks",
      "comment-upvotes",
      "comments",
      "contributors",
      "drafts",
      "events",
      "flags",
      "followings",
      "job-runs",
      "limits",
      "mail-settings",
      "mails",
      "mentions",
      "moderation-cases",
      "notices",
      "passkeys",
      "pending-steps",
      "readings",
      "reviews",
      "second-factors",
      "sessions",
      "setting-changes",
      "text-fingerprints",
      "upvotes",
      "users",
    ]);

    await deletion.startAccountDeletion(EMAIL);
    expect(await collection("sessions").countDocuments(), "not closed yet").toBe(2);
    const expectNoSession = async () => {
      expect(await authenticate(leaver.token, "token")).toBeNull();
      expect(await authenticate(leaver.browserSecret, "browser")).toBeNull();
      expect(await attempt(PASSWORD)).toBe("Login failed");
    };
    await expectNoSession();
    vi.spyOn(deletion, "removeUser").mockRejectedValueOnce(new Error("power cut"));
    await expect(deleteAccount(EMAIL)).rejects.toThrow("power cut");
    await expectNoSession();
    await expect(grantMembership(EMAIL, true)).rejects.toMatchObject({ kind: "notFound" });
    await deleteAccount(EMAIL, { withContent });
    expect(await traces()).toEqual([]);
    const left = (await tracesOf(DELETED_ACCOUNT_NAME)).map((trace) => trace.split(":")[0]);
    expect(left.includes("articles")).toBe(!withContent);
    await expect(deleteAccount(EMAIL)).rejects.toMatchObject({ kind: "notFound" });
  },
);

test("a deletion removes the files of mails to the account, and no others", async () => {
  const [one, other] = [await signUpSomebody(), await signUpSomebody()];
  await sendDueMails();
  const recipients = async () => (await readFiledMails(500)).map(({ to }) => to);
  expect(await recipients()).toEqual(expect.arrayContaining([one.email, other.email]));
  await deleteAccount(one.email);
  await sendDueMails();
  expect(await recipients()).not.toContain(one.email);
  expect(await recipients()).toContain(other.email);
  // A deletion that its owner has asked for, after which a last mail is sent if there is a mail server.
  const leaving = { leavesAt: new Date(Date.now() - 1), leavesFrom: "https://site.example" };
  await collection("users").updateMany(
    { email: other.email },
    { $set: leaving, $unset: { hasUnprovenEmail: 1 } },
  );
  expect(await deleteDueAccounts()).toBe(1);
  await sendDueMails();
  expect(await recipients()).not.toContain(other.email);
});
