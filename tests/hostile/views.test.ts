/** Attempts to inflate the views of an article from one address or one account. */
import mongoose from "mongoose";
import { beforeEach, expect, test } from "vitest";
import { readArticle } from "~/services/articles/articles.server";
import { addArticle, addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite({ TRUST_PROXY: "1" });
useSiteDatabase(site);

const ATTEMPTS = 1_200;
const AT_ONCE = 40;

/** A user agent. Addresses in these tests are from the ranges reserved for documentation. */
const browserNo = (number: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${number}.0) Gecko/20100101 Firefox/${number}.0`;

let id: string;
beforeEach(async () => {
  ({ id } = await addArticle());
});

async function attempt(
  times: number,
  headersOf: (attempt: number) => Record<string, string>,
  path = `/article/${id}`,
) {
  const statuses = new Set<number>();
  for (let done = 0; done < times; done += AT_ONCE) {
    const answers = Array.from({ length: Math.min(times - done, AT_ONCE) }, async (_, i) => {
      const response = await fetch(site().origin + path, { headers: headersOf(done + i) });
      await response.arrayBuffer();
      statuses.add(response.status);
    });
    await Promise.all(answers);
  }
  expect(statuses).toEqual(new Set([200]));
}

const rows = () =>
  mongoose.connection
    .collection("views")
    .countDocuments({ article: new mongoose.Types.ObjectId(id) });

/** Views are counted each second, in their order, so a view of another article is added last and waited for. */
async function expectViews(views: number, rowsInAll = views) {
  const last = await addArticle();
  await attempt(1, () => ({ "User-Agent": browserNo(140) }), `/article/${last.id}`);
  await expect.poll(async () => (await readArticle(last.id)).views).toBe(1);
  expect((await readArticle(id)).views).toBe(views);
  expect(await rows()).toBe(rowsInAll);
}

test("one address with 1,200 user agents counts as one reader of a cached page", async () => {
  const forwarded = { "X-Forwarded-For": "192.0.2.1" };
  await attempt(ATTEMPTS, (attempt) => ({ ...forwarded, "User-Agent": browserNo(attempt) }));
  await expectViews(1);
});

test("one address counts as one reader of a rendered page, its data and its comments", async () => {
  const headersOf = (attempt: number) => ({
    "X-Forwarded-For": "192.0.2.2",
    "User-Agent": browserNo(attempt),
    Cookie: "session=none",
  });
  await attempt(80, headersOf);
  await attempt(80, headersOf, `/article/${id}.data`);
  await attempt(80, headersOf, `/article/${id}/comments`);
  await expectViews(1);
});

test("an IPv6 network of one customer counts as one reader", async () => {
  await attempt(400, (attempt) => ({
    "X-Forwarded-For": `2001:db8:0:1:${attempt.toString(16)}::${attempt.toString(16)}`,
    "User-Agent": browserNo(140),
  }));
  await expectViews(1);
});

test("many accounts at one address count as one reader, and so does one account at many addresses", async () => {
  const people = await Promise.all(Array.from({ length: AT_ONCE }, () => addSignedIn()));
  const common = { "User-Agent": browserNo(140) };
  await attempt(AT_ONCE, (attempt) => ({
    ...common,
    "X-Forwarded-For": "192.0.2.4",
    Cookie: people[attempt]!.cookie,
  }));
  const [traveller] = people;
  await attempt(AT_ONCE, (attempt) => ({
    ...common,
    "X-Forwarded-For": `198.51.100.${attempt}`,
    Cookie: traveller!.cookie,
  }));
  await expectViews(1, 1 + people.length + AT_ONCE);
});

test("an embedding in a page of another site does not count as a view", async () => {
  const destinations = ["image", "iframe", "script", "style", "video", "object", "embed", "empty"];
  await attempt(400, (attempt) => ({
    "X-Forwarded-For": `198.51.100.${attempt % 250}`,
    "User-Agent": browserNo(140),
    "Sec-Fetch-Dest": destinations[attempt % destinations.length]!,
    "Sec-Fetch-Site": "cross-site",
  }));
  await expectViews(0);
});
