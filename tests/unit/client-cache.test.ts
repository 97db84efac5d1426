import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { invalidate, cached } from "~/utils/browser/client-cache";

/** A loader that counts its calls, and returns the count. */
const source = () => vi.fn(() => Promise.resolve(read.mock.calls.length));
let read: ReturnType<typeof source>;
const always = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  read = source();
});
afterEach(() => {
  invalidate("list");
  invalidate("other");
  vi.useRealTimers();
});

describe("a cached value", () => {
  test("is loaded again after a minute, and not before", async () => {
    expect(await cached("list", read, always)).toBe(1);
    vi.advanceTimersByTime(59_999);
    expect(await cached("list", read, always)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await cached("list", read, always)).toBe(2);
  });

  test("is loaded once for two concurrent calls", async () => {
    const both = [cached("list", read, always), cached("list", read, always)];
    expect(await Promise.all(both)).toEqual([1, 1]);
  });

  test("is not stored if it is rejected by the check, or failed to load", async () => {
    expect(await cached("list", read, (count) => count > 1)).toBe(1);
    expect(await cached("list", read, (count) => count > 1)).toBe(2);
    invalidate("list");
    read.mockRejectedValueOnce(new Error("no connection"));
    await expect(cached("list", read, always)).rejects.toThrow("no connection");
    expect(await cached("list", read, always)).toBe(4);
  });

  test("that was requested before an invalidation does not replace a later one", async () => {
    let answer: (value: number) => void = () => {};
    read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const early = cached("list", read, () => false);
    invalidate("list");
    expect(await cached("list", read, always)).toBe(2);
    answer(1);
    expect(await early).toBe(1);
    expect(await cached("list", read, always)).toBe(2);
  });
});
