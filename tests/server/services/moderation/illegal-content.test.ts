/** Reports of illegal content by people without an account: who is told what, and what is kept of them. */
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import type { Article } from "~/models/article.server";
import { findCase } from "~/models/moderation-case.server";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { commentOn } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { decide } from "~/services/moderation/decide.server";
import { moderation } from "~/services/moderation/feature.server";
import { deleteFlagsOf } from "~/services/moderation/delete-flags.server";
import { ELSEWHERE, HIDDEN, reportIllegal } from "~/services/moderation/illegal-content.server";
import { FILLED_IN, NOT_AN_ADDRESS, NOT_THERE } from "~/services/moderation/illegal-content.server";
import { undoDecision } from "~/services/moderation/undo.server";
import { collection, useDatabase } from "../../../setup/database";
import { useEnvironment } from "../../../setup/environment";
import { useInbox } from "../../../setup/inbox";
import { kindOf, messageOf } from "../../../setup/outcomes";
import { addArticle, addUser } from "../../../setup/people";
import { idOf } from "../../../setup/rows";

useDatabase();
useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
const inbox = useInbox();

let reporter: string;
const WORDS = "It publishes my address: https://ducks.example";
let mara: Viewer;
let moderator: Viewer;
let article: Article;
let target: ModerationTarget;
let places = 0;
beforeEach(async () => {
  // Another mailbox each time, because limits outlast a test.
  reporter = `rita${(places += 1)}@elsewhere.example`;
  mara = await addUser({ name: "Mara" });
  const { id } = await addUser({ name: "Ada" });
  await setRole(id, "moderator");
  moderator = (await findUser(id))!;
  article = await addArticle({ author: mara, title: "Buy at ducks.example" });
  target = { kind: "article", id: article.id };
});

const client = (address = `192.0.2.${(places += 1)}`) => ({
  ...{ address, network: null, origin: "https://site.example" },
});
const report = (fields: Partial<Parameters<typeof reportIllegal>[0]> = {}, from = client()) =>
  reportIllegal(
    { address: `/article/${article.id}`, words: WORDS, email: reporter, ...fields },
    from,
  );
const hide = () =>
  decide(moderator, target, { decision: "hide", reason: "illegal", note: "A secret note" });
const kept = () => collection("flags").findOne({});
const mails = async () => (await inbox.to(reporter)).map(({ text }) => text);

test("a report is a flag; its address is told that it arrived and what became of it, and is deleted", async () => {
  await report();
  expect(await kept()).toMatchObject({
    ...{ kind: "article", reason: "illegal", words: WORDS, weight: 0.5, replyTo: reporter },
    state: "open",
  });
  expect(await findCase(target)).toMatchObject({ flags: 1, weight: 0.5, isOpen: true });
  const { id } = await hide();
  const row = await kept();
  expect(row).toMatchObject({ state: "upheld", words: WORDS });
  expect(row).not.toHaveProperty("replyTo");
  const [first, second, ...others] = await mails();
  expect(others).toEqual([]);
  expect(first).toContain(`/article/${article.id}`);
  expect(second).toContain("It was hidden.");
  for (const text of [first, second]) {
    expect(text).not.toMatch(/ducks|secret/i);
  }
  expect(JSON.stringify(await collection("mails").find({}).toArray())).not.toContain(reporter);
  await undoDecision(moderator, id, { note: "A mistake" });
  expect(await kept()).toMatchObject({ state: "open" });
  expect(await mails()).toHaveLength(2);
});

test("a report that was not right is told so", async () => {
  await report();
  await decide(moderator, target, { decision: "dismiss", reason: "illegal", note: "No" });
  expect((await mails())[1]).toContain("saw no reason to do something");
  expect(await kept()).toMatchObject({ state: "rejected" });
});

test("the same address reports something once, and nobody learns that it did", async () => {
  await Promise.all([report(), report(), report({ words: "Other words" })]);
  expect(await collection("flags").countDocuments()).toBe(1);
  expect(await mails()).toHaveLength(1);
  await report({ email: "otto@elsewhere.example" });
  await report({ address: "/people/MARA" });
  expect(await collection("flags").countDocuments()).toBe(3);
});

test("a comment is reported by the address of its discussion with its anchor", async () => {
  const on = { kind: "article" as const, id: article.id };
  const { id } = await commentOn(mara, on, { content: "A" });
  await report({
    address: `https://site.example/article/${article.id}?comment=${id}#comment-${id}`,
  });
  expect(await findCase({ kind: "comment", id })).toMatchObject({ flags: 1, authorId: mara.id });
});

test("what cannot be reported is refused in words beside the field, and nothing is kept", async () => {
  const refused: [address: string, message: string][] = [
    [`https://elsewhere.example/article/${article.id}`, ELSEWHERE],
    [`//elsewhere.example/article/${article.id}`, ELSEWHERE],
    ["javascript:alert(1)", NOT_AN_ADDRESS],
    ["/momentum", NOT_AN_ADDRESS],
    [`/article/${idOf(3)}`, NOT_THERE],
    [`/comment/${article.id}`, NOT_THERE],
    ["/people/Nobody", NOT_THERE],
  ];
  for (const [address, message] of refused) {
    expect(await report({ address }).catch((error: unknown) => error)).toMatchObject({
      ...{ kind: "invalid", details: { fieldErrors: { address: [message] } } },
    });
  }
  expect(await messageOf(report({ website: "https://spam.example" }))).toBe(FILLED_IN);
  await hide();
  expect(await messageOf(report())).toBe(HIDDEN);
  expect(await collection("flags").countDocuments()).toBe(0);
  expect(await mails()).toEqual([]);
});

test("five an hour from one place, and five mails an hour to one mailbox", async () => {
  const from = client("198.51.100.1");
  for (let i = 0; i < 5; i += 1) await report({ email: `r${i}@elsewhere.example` }, from);
  expect(await kindOf(report({ email: "r6@elsewhere.example" }, from))).toBe("limited");
  for (let i = 0; i < 5; i += 1) await report({ email: `lena+${i}@elsewhere.example` });
  expect(await kindOf(report({ email: "lena@elsewhere.example" }))).toBe("limited");
  expect(await collection("flags").countDocuments()).toBe(10);
});

test("if the text is removed first, by its author or with the account, the address is told and deleted", async () => {
  await report();
  await report({ address: "/people/Mara" });
  await removeOwnArticle(mara, article.id);
  await inbox.empty();
  await moderation.upkeep!.reports!(pino({ level: "silent" }), new AbortController().signal);
  expect(await mails()).toEqual([expect.stringContaining("was removed by its author")]);
  await deleteFlagsOf({
    ...{ id: mara.id, email: mara.email, withContent: true },
    successor: { id: moderator.id, name: moderator.name },
  } as Parameters<typeof deleteFlagsOf>[0]);
  expect((await mails())[1]).toContain("has no account any more");
  expect(await collection("flags").countDocuments({ replyTo: { $exists: true } })).toBe(0);
});
