/** What a flood of refused requests leaves in the log: a bounded number of lines, which account for all of them. */
import { expect, test } from "vitest";
import { useSite } from "../setup/site";

const site = useSite({ TRUST_PROXY: "1", LOG_LEVEL: "info" });

/** Several times what may be recorded. */
const FLOOD = 800;
const AT_ONCE = 50;
/** How many refusals one process records at once, and then in a second (`services/events/events.server.ts`). */
const BURST = 200;
const PER_SECOND = 5;

interface Line {
  event?: string;
  count?: number;
  dropped?: Record<string, number>;
}

const postFromOtherSite = (i: number) =>
  fetch(`${site().origin}/login`, {
    method: "POST",
    headers: {
      Origin: `https://evil${i}.example`,
      "X-Forwarded-For": `198.18.${i >> 8}.${i & 255}`,
    },
  });

test("a flood of cross-site forms leaves a bounded number of lines, and none is unaccounted for", async () => {
  const startedAt = Date.now();
  // From many addresses, so that only the bound on events limits what is recorded.
  for (let sent = 0; sent < FLOOD; sent += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, i) => sent + i);
    for (const { status } of await Promise.all(numbers.map(postFromOtherSite)))
      expect(status).toBe(403);
  }
  // What was dropped is told when the site stops, at the latest.
  expect(await site().stop()).toBe(0);
  const lines = site()
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event);
  const seconds = Math.ceil((Date.now() - startedAt) / 1000);
  expect(lines.length).toBeGreaterThan(BURST);
  expect(lines.length).toBeLessThanOrEqual(BURST + PER_SECOND * seconds + 20);
  const told = lines.flatMap(({ count = 1, dropped }) => Object.values(dropped ?? { count }));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(FLOOD);
  expect(site().logs()).not.toContain('"address":"198.18.1.1"');
});
