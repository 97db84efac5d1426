/** An entry of the ledger has to fit in a bundle, even when every token is mentioned and held. */
import { expect, test } from "vitest";
import { MAX_ADDED_TOKENS } from "~/config/tokens-file.server";
import { computeSentiment } from "~/domain/sentiment/sentiment";
import { tokenTable } from "~/domain/token-table";
import { MAX_CONTENT_BYTES } from "~/services/ledger/append-entry.server";
import { canonicalJson } from "~/services/ledger/canonical";
import { closesForLedger } from "~/services/ledger/settled-outcome.server";
import { someMention } from "../../setup/mentions";

/** The longest symbols that an operator may add. */
const symbols = Array.from(
  { length: tokenTable.length + MAX_ADDED_TOKENS },
  (_, i) => `TOKENTOKE${100 + i}`,
);
const SPARE_BYTES = 4000;

test("a calculation about every token fits", () => {
  const mentions = symbols.flatMap((token, i) =>
    [0, 1, 2].map((n) => ({
      ...someMention({ token, p: 0.5 + (i * 7 + n) / 1013, author: `author ${n}` }),
      ...{ weight: 1.2345678901234, trust: 1 / 3, isCopy: false },
    })),
  );
  const unlisted = Object.fromEntries(symbols.map((token) => [token, 123_456]));
  const calculation = computeSentiment(mentions, unlisted as never);
  const content = canonicalJson({ calculation, facts: { unlisted } });
  expect(calculation.tokens).toHaveLength(symbols.length);
  expect(content.length).toBeLessThan(MAX_CONTENT_BYTES - SPARE_BYTES);
});

test("an outcome fits, if as many tokens as possible are held, and others were before", () => {
  // At least a fifth is cash, and a share is at least a percent.
  const [held, before] = [symbols.slice(0, 80), symbols.slice(80, 160)];
  const week = Array.from({ length: 8 }, (_, i) => ({
    day: `2026-11-1${i}`,
    close: 12_345.678_901 + i,
  }));
  const closes = closesForLedger(new Map([...held, ...before, "BTC"].map((one) => [one, week])), {
    day: "2026-11-10",
    allocation: Object.fromEntries(held.map((token) => [token, 1])),
  });
  expect(closes.BTC).toEqual(week);
  expect(closes[held[0]!]).toEqual(week);
  expect(closes[before[0]!]).toEqual([week[0], week[7]]);
  expect(canonicalJson({ closes }).length).toBeLessThan(MAX_CONTENT_BYTES - SPARE_BYTES);
});
