import { expect, test } from "vitest";
import { describeOutcome } from "~/domain/outcome-words";
import type { Outcome } from "~/domain/track-record";

const known = {
  state: "known",
  previous: null,
  drawdown: -2,
  gaps: 0,
  until: "2026-11-30",
} as const;

test.each<[string, Outcome]>([
  [
    "so far −3.94% (BTC −5.45%), final on Nov 30",
    { state: "pending", soFar: { value: 96.06, bitcoin: 94.55, until: "2026-11-27" } },
  ],
  ["not known yet, final on Nov 30", { state: "pending", soFar: null }],
  [
    "not known: no closes for BTC, ETH and SOL",
    { state: "missing", assets: ["BTC", "ETH", "SOL"] },
  ],
  ["+1.80% in its week (BTC +7.21%)", { ...known, value: 101.8, bitcoin: 107.21 }],
  ["0.00% in its week (BTC 0.00%)", { ...known, value: 100.004, bitcoin: 99.996 }],
])("an outcome is described as “%s”", (words, outcome) => {
  expect(describeOutcome(outcome, "2026-11-23")).toBe(words);
});
