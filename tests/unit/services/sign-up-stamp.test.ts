import { expect, test } from "vitest";
import {
  GREATEST_MS,
  judgeStamp,
  LEAST_MS,
  makeStamp,
  type StampVerdict,
} from "~/services/accounts/sign-up-stamp";

const KEY = "a key";
const NOW = Date.UTC(2026, 0, 31);
const aged = (ms: number, key = KEY) => makeStamp(key, NOW - ms);

test.each<[StampVerdict, string, string | undefined]>([
  ["good", "the least time", aged(LEAST_MS)],
  ["good", "a day", aged(GREATEST_MS)],
  ["quick", "no time", aged(0)],
  ["quick", "almost the least time", aged(LEAST_MS - 1)],
  ["quick", "the future", aged(-LEAST_MS)],
  ["old", "more than a day", aged(GREATEST_MS + 1)],
  ["forged", "nothing", undefined],
  ["forged", "nothing typed", ""],
  ["forged", "another key", aged(LEAST_MS, "another")],
  ["forged", "another time", aged(0).replace(/^\d+/, String(NOW - LEAST_MS))],
  ["forged", "no signature", String(NOW - LEAST_MS)],
  ["forged", "a signature of another length", aged(LEAST_MS).slice(0, -1)],
  ["forged", "more after it", `${aged(LEAST_MS)}x`],
  ["forged", "something long", "1".repeat(100_000)],
])("a stamp is %s: %s", (verdict, _, stamp) => {
  expect(judgeStamp(KEY, stamp, NOW)).toBe(verdict);
});
