import { expect, test } from "vitest";
import { describeRetryAfter } from "~/domain/retry-after";

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [59 * 60 + 1, "1 hour"],
  [3600, "1 hour"],
])("%d seconds are written as %s", (seconds, time) => {
  expect(describeRetryAfter(seconds)).toBe(`Please try again in ${time}.`);
});
