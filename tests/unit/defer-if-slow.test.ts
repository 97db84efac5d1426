import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deferOnArrival, deferIfSlow } from "~/utils/browser/defer-if-slow";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { location: { pathname: "/macro" } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (milliseconds: number) =>
  new Promise<string>((resolve) => {
    setTimeout(resolve, milliseconds, "data");
  });

/** The result for data that take `ms` milliseconds: the data themselves, or a promise of them. */
async function resultOf(
  begin: (data: Promise<string>) => Promise<{ loaded: unknown }>,
  ms: number,
) {
  const handing = begin(after(ms));
  await vi.runAllTimersAsync();
  const { loaded } = await handing;
  return loaded instanceof Promise ? ["a promise of", await loaded] : loaded;
}

test("fast data are awaited, and slow data are deferred", async () => {
  expect(await resultOf(deferIfSlow, 50)).toBe("data");
  expect(await resultOf(deferIfSlow, 5_000)).toEqual(["a promise of", "data"]);
});

test.each([
  ["https://site.example/bonds", ["a promise of", "data"]],
  ["https://site.example/macro?q=rates", "data"],
])("%s, requested from /macro, gets %s", async (url, expected) => {
  const arrive = (data: Promise<string>) => deferOnArrival(new Request(url), data);
  expect(await resultOf(arrive, 5_000)).toEqual(expected);
  expect(await resultOf(arrive, 50)).toBe("data");
});
