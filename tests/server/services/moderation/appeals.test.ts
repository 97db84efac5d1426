import { addDays } from "date-fns/addDays";
import { Types } from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { findDecision } from "~/models/decision-acts.server";
import { findHiddenText } from "~/models/hidden-text.server";
import { findUser } from "~/models/user.server";
import type { DecisionInput } from "~/schemas/moderation";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { appealDecision, decideAppeal } from "~/services/moderation/appeals.server";
import { decide } from "~/services/moderation/decide.server";
import { findFlagBy } from "~/models/flag.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { readOwnStatements, readStatement } from "~/services/moderation/statements.server";
import { undoAllBy, undoDecision, undoQueue } from "~/services/moderation/undo.server";
import { collection, useDatabase } from "../../../setup/database";
import { kindOf, messageOf } from "../../../setup/outcomes";
import { addArticle, addUser } from "../../../setup/people";

useDatabase();

let mara: Viewer;
let ida: Viewer;
let ada: Viewer;
let walt: Viewer;
let root: Viewer;
let target: ModerationTarget;

beforeEach(async () => {
  mara = await addUser({ name: "Mara" });
  ida = await addUser({ name: "Ida" });
  ada = await addUser({ name: "Ada", role: "moderator" });
  walt = await addUser({ name: "Walt", role: "moderator" });
  root = await addUser({ name: "Root", role: "administrator" });
  target = { kind: "article", id: (await addArticle({ author: mara, title: "Rates" })).id };
});
afterEach(() => void vi.useRealTimers());

const input = (decision: DecisionInput["decision"]) => ({
  ...{ decision, reason: "spam" as const, note: "It is an advertisement." },
});
const hide = (moderator = ada, on = target) => decide(moderator, on, input("hide"));
const TEXT = { text: "It is not." };
const isHidden = async () => (await findHiddenText(target.id)) !== null;

test("an upheld appeal brings everything back, and rejects the flags", async () => {
  await raiseFlag(ida, { ...target, reason: "spam" });
  const { id } = await hide();
  expect((await findFlagBy(ida.id, target))!.state).toBe("upheld");
  await appealDecision(mara, id, TEXT);
  expect(await kindOf(appealDecision(mara, id, TEXT))).toBe("conflict");
  const upheld = { outcome: "upheld", note: "Indeed." } as const;
  expect(await messageOf(decideAppeal(ada, id, upheld))).toMatch(/You took this decision/);
  expect(await kindOf(decideAppeal(mara, id, upheld))).toBe("forbidden");
  expect(await isHidden()).toBe(true);
  const outcomes = await Promise.all([
    kindOf(decideAppeal(walt, id, upheld)),
    kindOf(decideAppeal(root, id, { outcome: "upheld", note: "Yes." })),
  ]);
  expect(outcomes.sort()).toEqual(["conflict", "ok"]);
  expect(await isHidden()).toBe(false);
  expect((await findFlagBy(ida.id, target))!.state).toBe("rejected");
  const log = await collection("moderation-log").find({}).sort({ at: 1, _id: 1 }).toArray();
  expect(log.map(({ act }) => act as string)).toEqual(["decided", "appealed", "appeal-decided"]);
  expect(await messageOf(decideAppeal(walt, id, upheld))).toMatch(/was upheld/);
});

test("a rejected appeal keeps the decision", async () => {
  const { id } = await hide();
  await appealDecision(mara, id, TEXT);
  await decideAppeal(walt, id, { outcome: "rejected", note: "It is." });
  expect(await isHidden()).toBe(true);
  const { decision, mayAppeal } = await readStatement(mara, id);
  expect(decision.appeal).toMatchObject({ outcome: "rejected", note: "It is." });
  expect(mayAppeal).toBe(false);
});

test("who flagged it does not decide the appeal", async () => {
  await raiseFlag(walt, { ...target, reason: "spam" });
  const { id } = await hide();
  await appealDecision(mara, id, TEXT);
  const refused = decideAppeal(walt, id, { outcome: "rejected", note: "It is." });
  expect(await messageOf(refused)).toMatch(/have flagged this/);
  expect((await findDecision(id))!.appeal!.outcome).toBeNull();
});

test("a suspended person appeals, others do not, and not after half a year", async () => {
  const person = { kind: "person", id: mara.id } as const;
  const { id } = await decide(ada, person, input("suspend"));
  const suspended = (await findUser(mara.id))!;
  expect(suspended.suspension).toEqual({ until: null, decisionId: id });
  expect(await kindOf(appealDecision(ida, id, TEXT))).toBe("notFound");
  expect(await kindOf(appealDecision(null, id, TEXT))).toBe("unauthenticated");
  vi.useFakeTimers({ toFake: ["Date"], now: addDays(new Date(), 181) });
  expect(await messageOf(appealDecision(suspended, id, TEXT))).toMatch(/time to appeal/);
  vi.useRealTimers();
  await appealDecision(suspended, id, TEXT);
  await decideAppeal(walt, id, { outcome: "upheld", note: "Indeed." });
  expect((await findUser(mara.id))!.suspension).toBeUndefined();
});

test("only the author and moderators read the statement, and nobody is told what was left as it is", async () => {
  const { id } = await hide();
  expect((await readStatement(mara, id)).sentences.what).toMatch(
    /^Your article “Rates” was hidden/,
  );
  expect((await readStatement(walt, id)).authorName).toBe("Mara");
  expect(await kindOf(readStatement(ida, id))).toBe("notFound");
  expect(await kindOf(readStatement(null, id))).toBe("unauthenticated");
  expect(await kindOf(readStatement(mara, "nonsense"))).toBe("notFound");
  const dismissed = await decide(walt, { kind: "person", id: mara.id }, input("dismiss"));
  expect(await kindOf(readStatement(mara, dismissed.id))).toBe("notFound");
  const { items } = await readOwnStatements(mara, { after: null, limit: 10 });
  expect(items.map((one) => one.decision.id)).toEqual([id]);
});

test("others’ decisions are undone by administrators only", async () => {
  const { id } = await hide();
  const note = { note: "A mistake." };
  expect(await kindOf(undoDecision(walt, id, note))).toBe("forbidden");
  expect(await kindOf(undoDecision(mara, id, note))).toBe("forbidden");
  await raiseFlag(ida, { ...target, reason: "spam" }).catch(() => null);
  const { undone } = await undoDecision(root, id, note);
  expect(undone).toMatchObject({ moderatorId: root.id, note: "A mistake." });
});

test("everything that a moderator gone rogue did is undone by one act", async () => {
  const texts = [target];
  for (let i = 0; i < 12; i += 1) {
    texts.push({ kind: "article", id: (await addArticle({ author: mara })).id });
  }
  for (const text of texts) await hide(ada, text);
  const person = { kind: "person", id: mara.id } as const;
  await decide(ada, person, input("suspend"));
  await decide(ada, person, input("limit"));
  const other = await hide(walt, { kind: "article", id: (await addArticle({ author: mara })).id });
  expect(await kindOf(undoAllBy(walt, ada.id, { note: "Rogue." }))).toBe("forbidden");
  const { decisions, batchId } = await undoAllBy(root, ada.id, { note: "Rogue." });
  expect(decisions).toBe(15);
  await undoQueue.doAll();
  expect(await collection("articles").countDocuments()).toBe(13);
  expect(await collection("hidden-texts").countDocuments()).toBe(1);
  const { suspension, limitedUntil } = (await findUser(mara.id))!;
  expect([suspension, limitedUntil]).toEqual([undefined, undefined]);
  const log = await collection("moderation-log").find({ act: "undone" }).toArray();
  expect(log).toHaveLength(15);
  expect([...new Set(log.map(({ batch }) => String(batch)))]).toEqual([batchId]);
  expect((await findDecision(other.id))!.undone).toBeNull();
});

test("undoing all by a moderator also undoes decisions whose appeals that moderator rejected", async () => {
  await raiseFlag(ida, { ...target, reason: "spam" });
  const { id } = await hide(walt);
  await appealDecision(mara, id, TEXT);
  await decideAppeal(ada, id, { outcome: "rejected", note: "No." });
  expect((await undoAllBy(root, ada.id, { note: "Rogue." })).decisions).toBe(1);
  await undoQueue.doAll();
  expect(await isHidden()).toBe(false);
  expect((await findFlagBy(ida.id, target))!.state).toBe("open");
});

test("undoing all by a moderator whose account is deleted takes those decisions again whose appeals they upheld", async () => {
  const person = { kind: "person", id: mara.id } as const;
  const days = { ...input("suspend"), days: 30 };
  await raiseFlag(ida, { ...target, reason: "spam" });
  const decided = [await hide(walt), await decide(walt, person, days)];
  for (const { id } of decided) {
    await appealDecision(mara, id, TEXT);
    await decideAppeal(ada, id, { outcome: "upheld", note: "Of course." });
  }
  const own = await hide(ada, { kind: "article", id: (await addArticle()).id });
  await deleteAccount("ada@example.org", { withContent: true });
  const key = (await findDecision(own.id))!.moderatorId!;
  expect((await undoAllBy(root, key, { note: "Rogue." })).decisions).toBe(3);
  await undoQueue.doAll();
  expect((await findDecision(own.id))!.undone).not.toBeNull();
  expect(await isHidden()).toBe(true);
  expect((await findFlagBy(ida.id, target))!.state).toBe("upheld");
  const [hidden, suspended] = await Promise.all(decided.map(({ id }) => findDecision(id)));
  const until = decided[1]!.until;
  expect((await findUser(mara.id))!.suspension).toEqual({ until, decisionId: suspended!.again });
  const log = collection("moderation-log");
  const acts = await log.distinct("act", { decisionId: new Types.ObjectId(hidden!.id) });
  expect(acts).toContain("decided-again");
  expect((await readStatement(mara, hidden!.again!)).decision.note).toMatch(/Rogue\.$/);
  await appealDecision(mara, hidden!.again!, TEXT);
  await decideAppeal(walt, hidden!.again!, { outcome: "upheld", note: "It is none." });
  // Done is done: a fair moderator has decided since.
  expect(await kindOf(undoAllBy(root, key, { note: "Rogue." }))).toBe("notFound");
  expect(await isHidden()).toBe(false);
});

test("a decision that was taken again is not taken twice after a crash", async () => {
  const { id } = await hide(walt);
  await appealDecision(mara, id, TEXT);
  await decideAppeal(ada, id, { outcome: "upheld", note: "Of course." });
  await undoAllBy(root, ada.id, { note: "Rogue." });
  const of = { _id: new Types.ObjectId(id) };
  const { toUndo } = (await collection("moderation-decisions").findOne(of))!;
  await undoQueue.doAll();
  const { again } = (await findDecision(id))!;
  await collection("moderation-decisions").updateOne(of, {
    $set: { toUndo },
    $unset: { again: 1 },
  });
  await undoQueue.doAll();
  expect(await findDecision(id)).toMatchObject({ again, toUndo: null });
  expect(await collection("moderation-decisions").countDocuments()).toBe(2);
});

test("a decision waits to be undone even if the administrator who asked for it is deleted", async () => {
  const { id } = await hide();
  await undoAllBy(root, ada.id, { note: "Rogue." });
  await deleteAccount("root@example.org", { withContent: true });
  await undoQueue.doAll();
  expect(await isHidden()).toBe(false);
  const { undone } = (await findDecision(id))!;
  expect(undone).toMatchObject({ note: "Rogue." });
  expect(undone!.moderatorId).not.toBe(root.id);
  const entry = await collection("moderation-log").findOne({ act: "undone" });
  expect(entry!.role).toBe("administrator");
});

test("a decision that another process is still carrying out is undone afterwards", async () => {
  const { id } = await hide();
  const of = { _id: new Types.ObjectId(id) };
  await collection("moderation-decisions").updateOne(of, { $set: { isDone: false } });
  await undoAllBy(root, ada.id, { note: "Rogue." });
  await undoQueue.doAll();
  expect(await isHidden()).toBe(true);
  await collection("moderation-decisions").updateOne(of, { $set: { isDone: true } });
  await undoQueue.doAll();
  expect(await isHidden()).toBe(false);
});

test("a deleted author and moderator are named nowhere any more", async () => {
  const { id } = await hide();
  await appealDecision(mara, id, { text: "Mara says no." });
  for (const email of ["mara@example.org", "ada@example.org"]) {
    await deleteAccount(email, { withContent: true });
  }
  const row = JSON.stringify(await collection("moderation-decisions").findOne({}));
  for (const gone of [mara.id, ada.id, "Mara", "Rates", "advertisement"]) {
    expect(row).not.toContain(gone);
  }
  expect((await undoDecision(root, id, { note: "No." })).left).toMatch(/removed/);
});
