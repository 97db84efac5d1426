/** Who is listed among the people, in which order. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setProfile } from "~/models/profile.server";
import { recountWriter } from "~/models/writer.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { markEmailProven } from "~/services/accounts/email.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnComment } from "~/services/articles/edit-comment.server";
import { addReview } from "~/services/articles/reviews.server";
import { browsePeople } from "~/services/people/list.server";
import { useDatabase } from "../../setup/database";
import { addUser, someArticle, someReview } from "../../setup/people";

useDatabase();

const DAY = 86_400_000;
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-02T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

const list = async (query: Partial<Parameters<typeof browsePeople>[0]> = {}) =>
  (await browsePeople({ order: "newest", limit: 20, ...query })).items.map(({ name }) => name);

/** Ada has written three texts, then Ben one, then Adam two; each a day after the last. */
async function addWriters() {
  const [ada, ben, adam] = [
    await addUser({ name: "Ada" }),
    await addUser({ name: "Ben" }),
    await addUser({ name: "Adam" }),
  ];
  const { id } = await postArticle(ada, someArticle());
  await addReview(ada, someReview());
  await commentOnArticle(ada, id, { content: "First." });
  vi.setSystemTime(Date.now() + DAY);
  const only = await commentOnArticle(ben, id, { content: "Second." });
  vi.setSystemTime(Date.now() + DAY);
  for (const content of ["Third.", "Fourth."]) await commentOnArticle(adam, id, { content });
  return { ada, ben, adam, id, only };
}

test("people are listed by what they wrote and by name, and page by page", async () => {
  await addWriters();
  expect(await list()).toEqual(["Adam", "Ben", "Ada"]);
  expect(await list({ order: "most" })).toEqual(["Ada", "Adam", "Ben"]);
  expect(await list({ order: "name" })).toEqual(["Ada", "Adam", "Ben"]);
  expect(await list({ q: "aD" })).toEqual(["Ada", "Adam"]);
  expect(await list({ q: "b{" })).toEqual([]);
  for (const order of ["newest", "most", "name"] as const) {
    const first = await browsePeople({ order, limit: 2 });
    const rest = await list({ order, limit: 2, after: first.next! });
    expect([...first.items.map(({ name }) => name), ...rest]).toEqual(await list({ order }));
  }
});

test("only people with a proven address are listed, once they have written and while they have", async () => {
  const { ben, id, only } = await addWriters();
  await addUser({ name: "Silent" });
  const newcomer = await addUser({ name: "Newcomer", hasUnprovenEmail: true });
  await commentOnArticle(newcomer, id, { content: "Fifth." });
  expect(await list({ order: "name" })).toEqual(["Ada", "Adam", "Ben"]);
  await markEmailProven(newcomer.id, newcomer.email);
  expect(await list({ order: "name" })).toEqual(["Ada", "Adam", "Ben", "Newcomer"]);
  await removeOwnComment(ben, only.id);
  expect(await list({ order: "name" })).toEqual(["Ada", "Adam", "Newcomer"]);
  const shy = { about: null, link: null, disclosure: null, isHiddenFromSearch: true };
  await setProfile(newcomer.id, shy);
  expect(await list({ order: "name" })).toEqual(["Ada", "Adam"]);
  await deleteAccount("ada@example.org", { withContent: false });
  expect(await list({ order: "name" })).not.toContain("Ada");
});

test("a count that was missed is corrected, and counting again changes nothing else", async () => {
  const { ada } = await addWriters();
  const before = await browsePeople({ order: "name", limit: 1 });
  expect(before.items).toMatchObject([{ name: "Ada", articles: 1, reviews: 1, comments: 1 }]);
  await recountWriter(ada.id);
  expect(await browsePeople({ order: "name", limit: 1 })).toEqual(before);
});
