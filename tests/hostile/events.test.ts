/** What a flood of refused requests leaves in the log and the database: a bounded number of lines and rows. */
import { Agent, request } from "node:http";
import mongoose from "mongoose";
import { afterAll, expect, test } from "vitest";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite({ RATE_LIMITS: "on", TRUST_PROXY: "1", LOG_LEVEL: "info" });
useSiteDatabase(site);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
afterAll(() => agent.destroy());

/** How many refusals one process records (`services/events/events.server.ts`). */
const BURST = 200;
const PER_SECOND = 5;
/** An allowance for other events: the number of dropped ones is recorded once a minute, and at the end. */
const MORE = 20;

const LOGIN = "/api/auth/login";
const JSON_TYPE = { "Content-Type": "application/json" };

/** Posts a body. @returns the status */
function post(path: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site().origin);
    const options = { hostname, port, path, agent, method: "POST", headers };
    request(options, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    })
      .once("error", reject)
      .end(body);
  });
}

const addressOf = (i: number) => `198.18.${i >> 8}.${i & 255}`;
/** Tries to sign in to an account that does not exist, from the address number `i`. */
const signIn = (account: number, i: number) =>
  post(
    LOGIN,
    { ...JSON_TYPE, "X-Forwarded-For": addressOf(i) },
    JSON.stringify({ email: `nobody${account}@example.org`, password: "wrong password!" }),
  );
const postFromOtherSite = (i: number) =>
  post("/login", { Origin: `https://evil${i}.example`, "X-Forwarded-For": addressOf(i) }, "");

const lines = () =>
  site()
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event);

test("a flood of failed sign-ins and cross-site forms leaves a bounded number of lines and rows", async () => {
  const startedAt = Date.now();
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const statuses = new Map<number, number>();
  const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // From many addresses, so that only the bound on events limits what is recorded.
  await Promise.all(numbers(300).map((i) => signIn(i, i).then(count)));
  await Promise.all(numbers(6_000).map((i) => postFromOtherSite(i).then(count)));
  // From one address, which exceeds its rate limit.
  await Promise.all(numbers(1_500).map((i) => signIn(i, 60_000).then(count)));
  expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);

  // A full queue of password hashes responds with 503.
  const allowed = [401, 403, 429, 503];
  expect([...statuses.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
  expect(statuses.get(403)).toBe(6_000);

  const events = mongoose.connection.collection("events");
  await expect.poll(() => lines().some(({ event }) => event === "events-dropped")).toBe(true);
  const seconds = Math.ceil((Date.now() - startedAt) / 1000);
  const most = BURST + PER_SECOND * seconds + MORE;
  const rows = await events.countDocuments();
  expect(lines().length).toBeGreaterThan(BURST);
  expect(lines().length).toBeLessThanOrEqual(most);
  expect(rows).toBeGreaterThan(BURST);
  expect(rows).toBeLessThanOrEqual(most);

  // Dropped events are counted, so that all refusals are accounted for when the site has stopped.
  expect(await site().stop()).toBe(0);
  const told = lines().reduce((sum, { event, count: many = 1, dropped }) => {
    const counts = event === "events-dropped" ? Object.values(dropped as object) : [many];
    return sum + (counts as number[]).reduce((a, b) => a + b, 0);
  }, 0);
  const refused = [...statuses].reduce((sum, [status, n]) => sum + (status === 503 ? 0 : n), 0);
  expect(told).toBe(refused);
  expect(site().logs()).not.toMatch(/nobody\d+@|wrong password/);
  expect(site().logs()).not.toContain('"address":"198.18.1.1"');
});
