import { describe, expect, test } from "vitest";
import { decodeCursor, type Cursor, type Page } from "~/domain/cursor";
import { readInputs, ROWS_PER_CHUNK, storeInputs } from "~/models/recommendation-inputs.server";
import {
  findListed,
  findNeighbours,
  findNewest,
  findRecommendation,
  listRecommendations,
  newRecommendationId,
  type MomentumRow,
} from "~/models/recommendation.server";
import {
  findNewestScheduled,
  findScheduled,
  listScheduled,
  recordScheduled,
} from "~/models/scheduled-recommendation.server";
import { collection, useDatabase } from "../../setup/database";
import { addMomentum, addSentiment } from "../../setup/recommendations";

useDatabase();

const at = (text: string) => new Date(`2026-${text}Z`);
const unknown = "65f0c0ffee65f0c0ffee65f0";

describe("recommendations", () => {
  test("are read as they were stored, with their day and the Monday of its week", async () => {
    const createdAt = at("02-01T23:59:59.999"); // A Sunday.
    const row = await addMomentum(createdAt);
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: "momentum",
      day: "2026-02-01",
      weekDate: "2026-01-26",
      createdAt,
      isScheduled: true,
      rationale: "A reason.",
      allocation: { BTC: 20, SOL: 30, USDT: 50 },
      facts: {
        asOf: "2026-01-31",
        source: "import",
        sourceLabel: "imported closes",
        isSample: false,
        isDegraded: false,
        hasPegWarning: false,
        notCash: null,
        rates: { BTC: 10, SOL: 30.25, USDT: null },
      },
    });
    expect(await findRecommendation("momentum", row.id)).toEqual({
      ...row,
      tokens: ["BTC", "SOL", "USDT"],
      calculation: {},
      inputs: 0,
    });
    expect(await findListed("momentum", [row.id, unknown])).toEqual([row]);
    expect((await listRecommendations("momentum", { limit: 1 })).items).toEqual([row]);
  });

  test("are listed newest first, ties by id, in pages that omit none", async () => {
    const moments = ["03T09:00", "02T09:00", "02T09:00", "02T09:00", "01T09:00"];
    for (const moment of moments) await addMomentum(at(`02-${moment}`));
    await addSentiment(at("02-02T10:00"));
    const whole = (await listRecommendations("momentum", { limit: 10 })).items;
    expect(whole.map(({ createdAt }) => createdAt)).toEqual(moments.map((day) => at(`02-${day}`)));
    const read: string[] = [];
    let after: Cursor | null = null;
    do {
      const page: Page<MomentumRow> = await listRecommendations("momentum", { limit: 2, after });
      read.push(...page.items.map(({ id }) => id));
      after = page.next ? decodeCursor(page.next) : null;
    } while (after);
    expect(read).toEqual(whole.map(({ id }) => id));

    for (const [i, row] of whole.entries()) {
      expect(await findNeighbours(row)).toEqual({
        newerId: whole[i - 1]?.id ?? null,
        olderId: whole[i + 1]?.id ?? null,
      });
    }
    expect((await findNewest("momentum"))?.id).toBe(whole[0]?.id);
    expect((await findNewest("momentum", "2026-02-03"))?.id).toBe(whole[1]?.id);
    expect(await findNewest("momentum", "2026-02-01")).toBeNull();
  });

  test("have one scheduled recommendation for each week, the first, in whatever order they are recorded", async () => {
    const first = await addMomentum(at("02-02T09:00"), { USDT: 100 });
    const second = await addMomentum(at("02-05T18:00"), { BTC: 60, USDT: 40 });
    const other = await addMomentum(at("02-09T00:00"), { SOL: 50, USDT: 50 });
    await addSentiment(at("02-02T20:00"));
    await recordScheduled(second);
    expect([first, second, other].map(({ isScheduled }) => isScheduled)).toEqual([
      true,
      false,
      true,
    ]);
    const weeks = [
      { id: first.id, day: "2026-02-02", allocation: { USDT: 100 } },
      { id: other.id, day: "2026-02-09", allocation: { SOL: 50, USDT: 50 } },
    ];
    expect(await listScheduled("momentum", 10)).toEqual(weeks);
    expect(await listScheduled("momentum", 1)).toEqual(weeks.slice(1));
    expect(await findNewestScheduled("momentum")).toEqual(weeks[1]);
    expect(await findScheduled("momentum", "2026-02-15")).toEqual(weeks[1]);
    expect(await findScheduled("momentum", "2026-02-16")).toBeNull();
  });
});

test("inputs are read unchanged for any range", async () => {
  const rows = Array.from({ length: 2 * ROWS_PER_CHUNK + 3 }, (_, i) => ({
    i,
    p: i / 3 - 0.1,
    n: null,
  }));
  const id = newRecommendationId();
  await storeInputs(id, rows);
  expect(await collection("recommendation-inputs").countDocuments()).toBe(3);
  const last = rows.length;
  for (const [from, to] of [
    [0, last],
    [ROWS_PER_CHUNK - 1, ROWS_PER_CHUNK + 1],
    [2 * ROWS_PER_CHUNK + 2, last],
    [7, 5],
  ] as const) {
    expect(await readInputs(id, from, to), `${from} to ${to}`).toEqual(rows.slice(from, to));
  }
  expect(await readInputs(id, 0, 0)).toEqual([]);
});
