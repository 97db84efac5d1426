/** The front page as its readers see it: visitors, who has blocked somebody, and who comes back. */
import { afterEach, expect, test, vi } from "vitest";
import FrontPage, { loader } from "~/routes/_index/route";
import { commentOnArticle } from "~/services/articles/comments.server";
import { blockPerson } from "~/services/blocks/blocks.server";
import { follow } from "~/services/following/following.server";
import { storeCollectedReadings } from "~/services/readings/readings.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, addUser, upvoteArticle } from "../../setup/people";
import { load, render, wordsOf, type Asked } from "../../setup/routes";

useDatabase();
afterEach(() => void vi.useRealTimers());

const read = async (asked: Asked = {}) =>
  wordsOf(render(FrontPage, await load(loader, "/", asked)));

test("an empty community says what will stand where, and offers to begin", async () => {
  const words = await read();
  for (const part of [
    "Markets, read closely and argued in the open.",
    "Nothing has been argued yet.",
    "Post an Article",
    "No recommendation yet.",
    "membership is voted on just now",
    "Six topics",
  ]) {
    expect(words).toContain(part);
  }
  expect(words).not.toMatch(/Also strong|More new articles|Assets people/);
});

test("who has blocked the strongest author sees the next one, and a quote of somebody else", async () => {
  const [ida, jon, kay] = [await addUser(), await addUser(), await addUser()];
  const strongest = await addArticle({ author: ida, title: "First of all" });
  const next = await addArticle({ author: jon, title: "Second to none" });
  for (const voter of [jon, kay]) await upvoteArticle(voter, strongest.id);
  await upvoteArticle(kay, next.id);
  await commentOnArticle(ida, next.id, { content: "Said by the blocked." });
  await commentOnArticle(kay, next.id, { content: "Said by another." });
  const anyone = await load(loader, "/");
  expect(anyone.lead).toMatchObject({ title: "First of all", quote: null });
  expect(anyone.ranked.map(({ title }) => title)).toEqual(["Second to none"]);

  const reader = await addSignedIn();
  await blockPerson(reader.viewer, ida.name);
  const own = await load(loader, "/", { cookie: reader.cookie });
  expect(own.lead).toMatchObject({ title: "Second to none", quote: { text: "Said by another." } });
  expect([...own.ranked, ...own.newest]).toEqual([]);
});

test("who comes back sees how much is new, and the newest of what they follow", async () => {
  const { viewer, cookie } = await addSignedIn();
  const ida = await addUser({ name: "Ida" });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T12:00:00Z") });
  expect(await read({ cookie })).toContain("What you follow Nothing yet.");
  await storeCollectedReadings();
  await follow(viewer, { kind: "person", id: ida.name });
  vi.setSystemTime(new Date("2026-03-12T12:00:00Z"));
  const createdAt = new Date("2026-03-11T12:00:00Z");
  await addArticle({ author: ida, title: "By Ida", createdAt });
  await addArticle({ title: "By another", createdAt });
  const words = await read({ cookie });
  expect(words).toContain("2 new since Tuesday");
  expect(words).toMatch(/By Ida\s+article by Ida\s+All you follow/);
  expect(await read()).not.toContain("What you follow");
});
