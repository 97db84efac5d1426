import { expect, test } from "vitest";
import { disclosureMark } from "~/domain/disclosure";

test.each([
  ["long", ["BTC"], "holds BTC"],
  ["long", ["BTC", "ETH"], "holds it"],
  ["long", [], "holds it"],
  ["short", ["SOL"], "is short of SOL"],
  ["none", ["BTC"], null],
  [null, ["BTC"], null],
  [undefined, [], null],
] as const)("%s of %j is marked: %s", (disclosure, assets, mark) => {
  expect(disclosureMark(disclosure, assets)).toBe(mark);
});
