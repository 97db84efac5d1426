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

/** What is handed on of data that take so long: they, or their promise. */
async function handedOn(
  begin: (data: Promise<string>) => Promise<{ loaded: unknown }>,
  ms: number,
) {
  const handing = begin(after(ms));
  await vi.runAllTimersAsync();
  const { loaded } = await handing;
  return loaded instanceof Promise ? ["a promise of", await loaded] : loaded;
}

test("data that come soon are waited for, and others promised", async () => {
  expect(await handedOn(deferIfSlow, 50)).toBe("data");
  expect(await handedOn(deferIfSlow, 5_000)).toEqual(["a promise of", "data"]);
});

test.each([
  ["https://site.example/bonds", ["a promise of", "data"]],
  ["https://site.example/macro?q=rates", "data"],
])("%s, asked for from /macro, gets %s", async (url, expected) => {
  const arrive = (data: Promise<string>) => deferOnArrival(new Request(url), data);
  expect(await handedOn(arrive, 5_000)).toEqual(expected);
  expect(await handedOn(arrive, 50)).toBe("data");
});
