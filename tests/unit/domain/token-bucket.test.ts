import { expect, test } from "vitest";
import { tokenBucket } from "~/domain/token-bucket";

/** How many of `asked` requests pass at a time. */
const taken = (bucket: ReturnType<typeof tokenBucket>, asked: number, now: number) =>
  Array.from({ length: asked }, () => bucket.take(now)).filter(Boolean).length;

test("allows a burst, then a constant rate, and never more than a burst at once", () => {
  const bucket = tokenBucket(10, 2);
  expect(taken(bucket, 100, 0)).toBe(10);
  expect(taken(bucket, 100, 0)).toBe(0);
  expect(taken(bucket, 100, 500)).toBe(1);
  expect(taken(bucket, 100, 2_500)).toBe(4);
  expect(taken(bucket, 100, 1_000_000)).toBe(10);
});

test("refills nothing when the clock is set back, and continues from there", () => {
  const bucket = tokenBucket(1, 1);
  expect(taken(bucket, 1, 10_000)).toBe(1);
  expect(taken(bucket, 1, 0)).toBe(0);
  expect(taken(bucket, 2, 1_000)).toBe(1);
});
