/** The pages on which people flag something and see what became of it, by native forms, and the same by calls. */
import { beforeEach, expect, test } from "vitest";
import type { Article } from "~/models/article.server";
import FlagPage, * as flagPage from "~/routes/flag.$kind.$id";
import FlagsPage, * as flagsPage from "~/routes/flags/route";
import ReportPage, * as reportPage from "~/routes/illegal-content";
import { settleFlags } from "~/services/moderation/flags.server";
import { call, nextPath } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";
import { idOf } from "../../setup/rows";

useDatabase();

let mara: SignedIn;
let ida: SignedIn;
let article: Article;
let path: string;
let params: { kind: string; id: string };

beforeEach(async () => {
  mara = await addSignedIn({ name: "Mara" });
  ida = await addSignedIn({ name: "Ida" });
  article = await addArticle({ title: "The term premium", author: mara.viewer });
  params = { kind: "article", id: article.id };
  path = `/flag/article/${article.id}`;
});

const send = (fields: Record<string, string>, { cookie }: Partial<SignedIn> = ida) =>
  ask(flagPage.action, path, {
    ...(cookie && { cookie }),
    params,
    body: new URLSearchParams({ intent: "flag", ...fields }),
  });
async function page({ cookie, viewer }: SignedIn = ida, posted: unknown = null) {
  const data = await load(flagPage.loader, path, { cookie, params });
  return render(FlagPage, data, { path, viewer, posted });
}
async function ownPage(at = "/flags") {
  const data = await load(flagsPage.loader, at, { cookie: ida.cookie });
  return render(FlagsPage, data, { path: at, viewer: ida.viewer });
}
const withdraw = () =>
  ask(flagsPage.action, "/flags", {
    cookie: ida.cookie,
    body: new URLSearchParams({ intent: "withdrawFlag", ...params }),
  });

test("the form comes back with what was typed, leads back to the text, and shows the flag then", async () => {
  expect(wordsOf(await page())).toContain("The term premium by Mara");
  const refused = await send({ reason: "other", words: "  " });
  expect(refused.status).toBe(400);
  const unexplained = await page(ida, refused.data);
  expect(unexplained).toContain("Please say in words what is wrong.");
  expect(unexplained).toMatch(/value="other"[^>]*checked|checked[^>]*value="other"/);
  expect((await send({})).status).toBe(400);
  expect((await send({ reason: "spam", words: "It sells a course" })).location).toBe(
    `/article/${article.id}`,
  );
  expect(wordsOf(await page())).toContain("You have flagged this as: spam or advertising.");
  expect((await send({ reason: "spam", words: "It sells a course" })).status).toBe(409);
  const own = wordsOf(await ownPage());
  expect(own).toContain("The term premium");
  expect(own).toContain("It sells a course");
  expect((await withdraw()).location).toBe("/flags");
  expect(wordsOf(await ownPage())).toContain("You have flagged nothing.");
  expect((await withdraw()).status).toBe(404);
});

test("who may not flag is told why, and loses nothing typed", async () => {
  expect(wordsOf(await page(mara))).toContain("You cannot flag your own text.");
  const unproven = await addSignedIn({ hasUnprovenEmail: true });
  const refused = await page(unproven);
  expect(wordsOf(refused)).toContain("Please confirm your email address first");
  const [reporting] = /\/illegal-content\?[^"]+/.exec(refused)!;
  const { address } = (await load(reportPage.loader, reporting)) as { address: string };
  expect(address).toBe(`/article/${article.id}`);
  expect(render(ReportPage, { isSent: false, address })).toContain(`value="${address}"`);
  expect((await send({ reason: "spam" }, unproven)).status).toBe(403);
  const typed = await send({ reason: "other", words: "A duck" }, {});
  expect(typed.status).toBe(401);
  expect(await collection("flags").countDocuments()).toBe(0);
  expect((await ask(flagPage.loader, path, { params })).location).toBe(`/login?redirectTo=${path}`);
  const missing = { cookie: ida.cookie, params: { kind: "duck", id: article.id } };
  expect((await ask(flagPage.loader, path, missing)).status).toBe(404);
});

test("a settled flag says what became of it, and cannot be taken back", async () => {
  await send({ reason: "spam" });
  await settleFlags({ kind: "article", id: article.id }, { decisionId: idOf(7), isUpheld: false });
  expect(wordsOf(await ownPage())).toContain("A moderator has decided about it.");
  expect(await ownPage()).not.toContain("Take back");
  expect((await withdraw()).status).toBe(409);
});

test("calls flag, list and take back, people by name as well", async () => {
  const { token } = ida;
  const flag = (body: unknown) => call("/api/flags", { token, body });
  const made = await flag({ ...params, reason: "spam" });
  expect(made.status).toBe(201);
  expect(await made.json()).toMatchObject({
    ...params,
    ...{ reason: "spam", words: null, state: "open", decision: null },
    ...{ title: "The term premium", path: `/article/${article.id}` },
  });
  expect((await flag({ ...params, reason: "spam" })).status).toBe(409);
  expect((await flag({ kind: "person", id: "mara", reason: "abuse" })).status).toBe(201);
  const wrong = [
    { ...params, reason: "ducks" },
    { ...params, reason: "other" },
    { ...params, id: null, reason: "spam" },
    { ...params, words: ["a"], reason: "spam" },
    { ...params, words: "a".repeat(2001), reason: "spam" },
    [],
  ];
  for (const body of wrong) expect((await flag(body)).status).toBe(400);
  expect((await flag({ ...params, id: idOf(3), reason: "spam" })).status).toBe(404);
  expect((await call("/api/flags", { body: { ...params, reason: "spam" } })).status).toBe(401);
  expect(
    (await call("/api/flags", { token: mara.token, body: { ...params, reason: "spam" } })).status,
  ).toBe(403);
  const first = await call("/api/flags?limit=1", { token });
  expect(await first.json()).toMatchObject([{ kind: "person", title: "Mara" }]);
  const second = await call(nextPath(first)!, { token });
  expect(await second.json()).toMatchObject([{ kind: "article" }]);
  const remove = (place: string) => call(`/api/flags/${place}`, { method: "DELETE", token });
  expect((await remove("person/MARA")).status).toBe(200);
  expect((await remove("person/Mara")).status).toBe(404);
  expect((await remove("duck/1")).status).toBe(404);
  expect(await collection("flags").countDocuments()).toBe(1);
});
