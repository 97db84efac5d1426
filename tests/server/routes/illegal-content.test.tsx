/** The form with which anybody reports illegal content. */
import { beforeEach, expect, test } from "vitest";
import type { Article } from "~/models/article.server";
import Reports, * as page from "~/routes/illegal-content";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser } from "../../setup/people";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();

const PATH = "/illegal-content";
let article: Article;
let typed: Record<string, string>;
beforeEach(async () => {
  article = await addArticle({ author: await addUser({ name: "Mara" }) });
  const address = `https://site.example/article/${article.id}`;
  typed = { address, words: "It names me.", email: "rita@elsewhere.example" };
});

const send = (fields: Record<string, string> = {}) =>
  ask(page.action, PATH, {
    body: new URLSearchParams({ intent: "reportIllegal", ...typed, website: "", ...fields }),
  });
const shown = async (at = PATH, posted: unknown = null) =>
  render(Reports, await load(page.loader, at), { path: at, posted });

test("a report without an account is kept, and a page says so", async () => {
  expect(await shown()).toContain('name="website"');
  const sent = await send();
  expect(sent).toMatchObject({ status: 302, location: "/illegal-content?sent=1" });
  expect(wordsOf(await shown(sent.location!))).toContain("Your report is with the moderators.");
  expect(await collection("flags").countDocuments({ reason: "illegal" })).toBe(1);
});

test.each<[string, Record<string, string>, string]>([
  ["no words", { words: " \n" }, "Required"],
  ["long words", { words: "a".repeat(10_000) }, "Words must be 2,000 characters or less."],
  ["a long address", { address: `/${"a".repeat(10_000)}` }, "Address must be 2,000"],
  ["no address", { address: "" }, "Required"],
  ["a null", { address: "/article/\0" }, "Please remove the characters that cannot be shown."],
  ["another site", { address: "//elsewhere.example/article/1" }, "on another site"],
  ["a script", { address: "javascript:alert(1)" }, "Please enter the address of an article"],
  ["no email", { email: "rita" }, "Invalid email address"],
  ["a long email", { email: `${"a".repeat(10_000)}@elsewhere.example` }, "Invalid email address"],
  ["two lines", { email: "a@b.example\r\nBcc: c@d.example" }, "Invalid email address"],
  ["the hidden field", { website: "https://spam.example" }, "Something filled in a field"],
])("with %s everything typed comes back with a message", async (_, fields, message) => {
  const { status, data } = await send(fields);
  expect(status).toBe(400);
  expect(JSON.stringify(data)).not.toContain("spam.example");
  const markup = await shown(PATH, data);
  expect(wordsOf(markup)).toContain(message);
  const { website: _hidden, ...back } = { ...typed, ...fields };
  expect((data as { submission: { initialValue: object } }).submission.initialValue).toMatchObject(
    Object.fromEntries(Object.entries(back).filter(([, value]) => value)),
  );
  expect(await collection("flags").countDocuments()).toBe(0);
});
