import { expect, test } from "vitest";
import { describeRetryAfter } from "~/domain/retry-after";

test.each([
  [1, "1 second"],
  [2, "2 seconds"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [42 * 60 - 1, "42 minutes"],
  [42 * 60, "42 minutes"],
  [59 * 60, "59 minutes"],
  [59 * 60 + 1, "1 hour"],
  [3600, "1 hour"],
  [3601, "2 hours"],
  [24 * 3600, "24 hours"],
])("%d seconds are written as %s", (seconds, time) => {
  expect(describeRetryAfter(seconds)).toBe(`Please try again in ${time}.`);
});
