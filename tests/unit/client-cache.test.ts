import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forget, whileFresh } from "~/utils/browser/client-cache";

/** Counts how often it is asked, and answers with the count. */
const source = () => vi.fn(() => Promise.resolve(read.mock.calls.length));
let read: ReturnType<typeof source>;
const always = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  read = source();
});
afterEach(() => {
  forget("list");
  forget("other");
  vi.useRealTimers();
});

describe("what was read", () => {
  test("is not asked for again for a minute, and then it is", async () => {
    expect(await whileFresh("list", read, always)).toBe(1);
    vi.advanceTimersByTime(59_999);
    expect(await whileFresh("list", read, always)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await whileFresh("list", read, always)).toBe(2);
  });

  test("is asked for again once it was changed", async () => {
    await whileFresh("list", read, always);
    forget("list");
    expect(await whileFresh("list", read, always)).toBe(2);
  });

  test("is asked for once by two who ask together", async () => {
    const both = [whileFresh("list", read, always), whileFresh("list", read, always)];
    expect(await Promise.all(both)).toEqual([1, 1]);
  });

  test("is nothing to what has another name", async () => {
    await whileFresh("list", read, always);
    expect(await whileFresh("other", read, always)).toBe(2);
  });

  test("is not kept when it is no good, or failed", async () => {
    expect(await whileFresh("list", read, (count) => count > 1)).toBe(1);
    expect(await whileFresh("list", read, (count) => count > 1)).toBe(2);
    forget("list");
    read.mockRejectedValueOnce(new Error("no connection"));
    await expect(whileFresh("list", read, always)).rejects.toThrow("no connection");
    expect(await whileFresh("list", read, always)).toBe(4);
  });

  test("before a change does not stand for what is read after it", async () => {
    let answer: (value: number) => void = () => {};
    read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const early = whileFresh("list", read, () => false);
    forget("list");
    expect(await whileFresh("list", read, always)).toBe(2);
    answer(1);
    expect(await early).toBe(1);
    expect(await whileFresh("list", read, always)).toBe(2);
  });
});
