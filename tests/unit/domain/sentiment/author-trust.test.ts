import { expect, test } from "vitest";
import { trustOf } from "~/domain/sentiment/author-trust";

test.each([
  // [age in days, supporters, older accounts, trust]
  [0, 0, 100, 0.1],
  [30, 3, 100, 1],
  [15, 3, 100, 0.5],
  [30, 2, 100, 2 / 3],
  [15, 1, 100, 1 / 6],
  [3, 1, 100, 0.1],
  // The first accounts have no older accounts.
  [30, 0, 0, 1],
  [30, 1, 1, 1],
  [30, 1, 2, 0.5],
  // A clock that was set back.
  [-1, 3, 100, 0.1],
])("an account of %d days with %d supporters of %d older accounts has a trust of %d", (...row) => {
  const [ageDays, supporters, olderAccounts, trust] = row;
  expect(trustOf({ ageDays, supporters, olderAccounts })).toBeCloseTo(trust, 12);
});
