import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { invalidate, cached } from "~/utils/browser/client-cache";

/** Counts how often it is asked, and answers with the count. */
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

describe("what was read", () => {
  test("is not asked for again for a minute, and then it is", async () => {
    expect(await cached("list", read, always)).toBe(1);
    vi.advanceTimersByTime(59_999);
    expect(await cached("list", read, always)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await cached("list", read, always)).toBe(2);
  });

  test("is asked for again once it was changed", async () => {
    await cached("list", read, always);
    invalidate("list");
    expect(await cached("list", read, always)).toBe(2);
  });

  test("is asked for once by two who ask together", async () => {
    const both = [cached("list", read, always), cached("list", read, always)];
    expect(await Promise.all(both)).toEqual([1, 1]);
  });

  test("is nothing to what has another name", async () => {
    await cached("list", read, always);
    expect(await cached("other", read, always)).toBe(2);
  });

  test("is not kept when it is no good, or failed", async () => {
    expect(await cached("list", read, (count) => count > 1)).toBe(1);
    expect(await cached("list", read, (count) => count > 1)).toBe(2);
    invalidate("list");
    read.mockRejectedValueOnce(new Error("no connection"));
    await expect(cached("list", read, always)).rejects.toThrow("no connection");
    expect(await cached("list", read, always)).toBe(4);
  });

  test("before a change does not stand for what is read after it", async () => {
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
