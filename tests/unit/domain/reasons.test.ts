import { expect, test } from "vitest";
import { momentumReason, sentimentReason } from "~/domain/reasons";

const depegged = { day: "2026-03-09", close: 0.91 };

test.each([
  [
    -24.2,
    13.4,
    0,
    { BTC: 0, SOL: 49, USDT: 51 },
    "SOL rose 13% in four weeks while BTC fell 24%: about half in SOL.",
  ],
  [
    8.4,
    12.6,
    0,
    { BTC: 40, SOL: 22, USDT: 38 },
    "SOL rose 13% in four weeks and BTC rose 8%: 40% in BTC and 22% in SOL.",
  ],
  [
    -24,
    -5,
    0,
    { BTC: 0, SOL: 0, USDT: 100 },
    "SOL fell 5% in four weeks and BTC fell 24%: everything stays in USDT.",
  ],
  [
    0.34,
    -5,
    0.5,
    { BTC: 0, SOL: 0, USDT: 100 },
    "BTC rose 0.3% in four weeks while SOL fell 5%, too little to beat cash: everything stays in USDT.",
  ],
  [
    0.01,
    -0.04,
    0,
    { BTC: 0, SOL: 0, USDT: 100 },
    "BTC hardly moved in four weeks and SOL hardly moved, too little to beat cash: everything stays in USDT.",
  ],
  [
    null,
    30,
    null,
    { BTC: 0, SOL: 60, USDT: 40 },
    "SOL rose 30% in four weeks (no prices of BTC): 60% in SOL.",
  ],
  [
    null,
    null,
    null,
    { BTC: 0, SOL: 0, USDT: 100 },
    "No prices are known (no prices of BTC and SOL): everything stays in USDT.",
  ],
])("the reason for BTC %s, SOL %s, USDT %s and %o", (BTC, SOL, USDT, allocation, reason) => {
  expect(momentumReason({ rates: { BTC, SOL, USDT }, allocation, notCash: null })).toBe(reason);
});

test.each([
  [
    { BTC: 0, SOL: 0, USDT: 100 },
    "SOL fell 5% in four weeks and BTC fell 24%: everything stays in USDT, which closed at $0.91 and is not cash.",
  ],
  [
    { BTC: 10, SOL: 0, USDT: 90 },
    "SOL fell 5% in four weeks and BTC fell 24%: 10% in BTC and the rest in USDT, which closed at $0.91 and is not cash.",
  ],
])("the reason names USDT that is not cash: %o", (allocation, reason) => {
  const rates = { BTC: -24, SOL: -5, USDT: -9 };
  expect(momentumReason({ rates, allocation, notCash: depegged })).toBe(reason);
});

test.each([
  [
    "N/A",
    0,
    { USDT: 100 },
    null,
    "Too few people wrote about any token: everything stays in USDT.",
  ],
  [
    "BTC",
    12,
    { USDT: 100 },
    null,
    "BTC was written about most, but no token well enough: everything stays in USDT.",
  ],
  [
    "BTC",
    4,
    { BTC: 4, ETH: 2, USDT: 94 },
    null,
    "People wrote well of BTC and ETH, but few did: 94% stays in USDT.",
  ],
  [
    "BTC",
    40,
    { BTC: 8, USDT: 92 },
    null,
    "People wrote well of BTC, but not well or often enough for more: 92% stays in USDT.",
  ],
  [
    "BTC",
    40,
    { BTC: 34, ETH: 26, USDT: 40 },
    null,
    "People wrote well of BTC and ETH: about a third in BTC and about a quarter in ETH.",
  ],
  [
    "SOL",
    40,
    { SOL: 20, BTC: 5, ETH: 4, LINK: 3, USDT: 68 },
    depegged,
    "People wrote well of SOL, BTC and 2 others, but not well or often enough for more: 68% stays in USDT, which closed at $0.91 and is not cash.",
  ],
])(
  "the reason for %s with %d mentions and %o",
  (token, mentionCount, allocation, notCash, reason) => {
    expect(sentimentReason({ token, mentionCount, allocation, notCash })).toBe(reason);
  },
);
