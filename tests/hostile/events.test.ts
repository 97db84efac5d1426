/** What a flood of refused requests leaves in the log and the database: a bounded number of lines and rows. */
import { Agent, request } from "node:http";
import mongoose from "mongoose";
import { afterAll, expect, test } from "vitest";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite({ RATE_LIMITS: "on", TRUST_PROXY: "1", LOG_LEVEL: "info" });
useSiteDatabase(site);
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
afterAll(() => agent.destroy());

/** What one process keeps of refusals (`services/events/events.server.ts`). */
const BURST = 200;
const PER_SECOND = 5;
/** Beside refusals: how many were dropped is told once a minute, and at the end. */
const MORE = 20;

const LOGIN = "/api/auth/login";
const JSON_TYPE = { "Content-Type": "application/json" };

/** Posts something from an address. @returns the status */
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
/** Each of another account that is not there; `i` tells from where. */
const signIn = (account: number, i: number) =>
  post(
    LOGIN,
    { ...JSON_TYPE, "X-Forwarded-For": addressOf(i) },
    JSON.stringify({ email: `nobody${account}@example.org`, password: "wrong password!" }),
  );
const fromElsewhere = (i: number) =>
  post("/login", { Origin: `https://evil${i}.example`, "X-Forwarded-For": addressOf(i) }, "");

const lines = () =>
  site()
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event);

test("a flood of failed sign-ins and foreign forms leaves few lines and rows, and fails no request", async () => {
  const startedAt = Date.now();
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const statuses = new Map<number, number>();
  const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // From many addresses, so that nothing but the events themselves bounds them.
  await Promise.all(numbers(300).map((i) => signIn(i, i).then(count)));
  await Promise.all(numbers(6_000).map((i) => fromElsewhere(i).then(count)));
  // From one address, over its limit.
  await Promise.all(numbers(1_500).map((i) => signIn(i, 60_000).then(count)));
  expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);

  // A queue of password hashes that is full answers 503; anything else is none of what may be said.
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

  // Whatever was not kept was counted: all of it is accounted for when the site has stopped.
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
