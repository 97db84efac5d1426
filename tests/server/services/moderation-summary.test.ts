/** The yearly summary of moderation is what a hand count of the log gives. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minutesInWords } from "~/domain/log-words";
import LogYear, { loader } from "~/routes/moderation/log-year";
import { writeToLog } from "~/services/moderation/log.server";
import { listLogMonths, readLogSummary } from "~/services/moderation/log-summary.server";
import { call } from "../../setup/api";
import { useDatabase } from "../../setup/database";
import { logDecision, newId } from "../../setup/moderation-log";
import { kindOf } from "../../setup/outcomes";
import { ask, load, render, wordsOf } from "../../setup/routes";

useDatabase();

beforeEach(() =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-10T12:00:00.000Z") }),
);
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const at = (text: string) => new Date(`${text}T12:00:00.000Z`);

async function addYear() {
  await logDecision({ at: at("2025-12-31"), took: HOUR });
  const decisions = [];
  for (let hours = 1; hours <= 10; hours++) {
    decisions.push(await logDecision({ at: at(`2026-01-${9 + hours}`), took: hours * HOUR }));
  }
  const target = { kind: "person", id: newId() } as const;
  await logDecision({ at: at("2026-02-01"), target, decision: "limit", rule: 3 });
  await logDecision({ at: at("2026-02-01"), target, decision: "limit", rule: 3 });
  const role = "moderator";
  for (const [place, outcome] of (["upheld", "rejected", "rejected", null] as const).entries()) {
    const decision = decisions[place]!;
    await writeToLog(decision, "appealed", { at: at("2026-02-02") });
    if (!outcome) continue;
    await writeToLog(decision, "appeal-decided", { at: at("2026-02-03"), role, outcome, took: 0 });
  }
  await writeToLog(decisions[0]!, "undone", { at: at("2026-02-03"), role });
}

test("a year is summed up by kind, decision, rule, time and appeals", async () => {
  await addYear();
  const summary = await readLogSummary(2026);
  expect(summary).toMatchObject({
    year: 2026,
    decisions: 12,
    byKind: { article: 10, comment: 0, review: 0, person: 2 },
    byDecision: { hide: 10, limit: 2, dismiss: 0 },
    byRule: [
      { rule: 1, decisions: 10 },
      { rule: 3, decisions: 2 },
    ],
    times: { count: 10, median: 300, ninth: 540 },
    appeals: { made: 4, decided: 3, upheld: 1 },
    undone: 1,
  });
  expect(await readLogSummary(2025)).toMatchObject({ decisions: 1, appeals: { made: 0 } });
  const response = await call("/api/moderation/log/years/2026");
  expect(await response.json()).toEqual(summary);

  const words = wordsOf(render(LogYear, await load(loader, "/", { params: { year: "2026" } })));
  expect(words).toContain("Nine of ten took no longer than 9 hours");
  expect(words).toContain("Upheld, of those decided 1 (33%)");
  expect(words).toContain("Rule 3 2");
});

test("there is a summary from the year of the first decision to this one, and of no other", async () => {
  expect(await readLogSummary(2026)).toMatchObject({
    decisions: 0,
    byRule: [],
    times: { count: 0, median: null, ninth: null },
  });
  await addYear();
  for (const year of [2024, 2027]) expect(await kindOf(readLogSummary(year))).toBe("notFound");
  expect((await call("/api/moderation/log/years/x")).status).toBe(404);
  for (const year of ["2024", "x", "2026x"]) {
    expect((await ask(loader, "/", { params: { year } })).status).toBe(404);
  }
  expect(await listLogMonths()).toEqual(["2026-03", "2026-02", "2026-01", "2025-12"]);
});

test.each([
  [0, "less than a minute"],
  [1, "1 minute"],
  [89, "89 minutes"],
  [90, "2 hours"],
  [540, "9 hours"],
  [4 * 1440, "4 days"],
])("%i minutes are %s", (minutes, words) => {
  expect(minutesInWords(minutes)).toBe(words);
});
