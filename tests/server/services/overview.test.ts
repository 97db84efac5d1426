/** The numbers of the site that administrators see. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { readOverview } from "~/services/admin/overview.server";
import { countRead, countToday, storeDayCounts } from "~/services/day-counts.server";
import { collection, useDatabase } from "../../setup/database";
import { addArticle, addUser, logIn, signUpSomebody, upvoteArticle } from "../../setup/people";

useDatabase();

const NOW = new Date("2026-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(async () => {
  await storeDayCounts();
  vi.useRealTimers();
});

async function addAdministrator(): Promise<Viewer> {
  const { id } = await addUser({ createdAt: new Date("2026-01-01") });
  await setRole(id, "administrator");
  return (await findUser(id))!;
}

test("rows are counted by their day, also those of days ago", async () => {
  const admin = await addAdministrator();
  const author = await addUser({ createdAt: new Date("2026-02-27T23:59:59Z") });
  await addUser({ createdAt: new Date("2026-02-28T00:00:00Z") });
  await addArticle({ author });
  const { days, byDay } = await readOverview(admin);
  expect([days.length, days.at(-1)]).toEqual([30, "2026-03-01"]);
  expect(byDay.accounts.slice(-3)).toEqual([1, 1, 0]);
  expect(byDay.articles.slice(-2)).toEqual([0, 1]);
  expect(byDay.articles.slice(0, -1).every((count) => count === 0)).toBe(true);
});

test("what has no rows is counted as it happens, by all processes together", async () => {
  const admin = await addAdministrator();
  await collection("day-counts").insertOne({
    ...{ day: "2026-03-01", metric: "pageReads", count: 5 },
    expiresAt: new Date("2027-01-01"),
  });
  const mara = await signUpSomebody();
  expect(await logIn(mara.email, mara.password)).toBe("done");
  await upvoteArticle(mara.viewer, (await addArticle()).id);
  countRead("/community", "text/html; charset=utf-8");
  countRead("/community.data", "text/x-script; charset=utf-8");
  countRead("/api/articles", "application/json");
  countRead("/feed.xml", "application/atom+xml");
  await storeDayCounts();
  const { byDay } = await readOverview(admin);
  const today = Object.entries(byDay).map(([metric, counts]) => [metric, counts.at(-1)]);
  expect(Object.fromEntries(today)).toMatchObject({
    ...{ pageReads: 7, apiReads: 1, signIns: 1, upvotes: 1, mails: 0 },
  });
});

test("a count is one row per day and metric, and says nothing about anybody", async () => {
  for (let i = 0; i < 1_000; i += 1) countToday("pageReads");
  await storeDayCounts();
  countToday("pageReads");
  await storeDayCounts();
  const rows = await collection("day-counts")
    .find({}, { projection: { _id: 0 } })
    .toArray();
  expect(rows).toEqual([
    { day: "2026-03-01", metric: "pageReads", count: 1_001, expiresAt: expect.any(Date) },
  ]);
});

test("queues and the state of the site are told", async () => {
  const { queues, system } = await readOverview(await addAdministrator());
  expect(queues).toEqual({
    ...{ cases: 0, appeals: 0, mails: 0, announcements: 0, unsettled: 0, most: 1_000 },
  });
  expect(system).toMatchObject({ version: expect.stringMatching(/^\d+\./) });
  expect(system.memoryBytes).toBeGreaterThan(1e6);
});
