import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { readOncePerRequest } from "~/utils/http/request-cache.server";

const argsOf = (context: object, method = "GET") => ({
  request: new Request("http://localhost/community", { method }),
  context: context as AppLoadContext,
});

function counter() {
  let reads = 0;
  return async () => (reads += 1);
}

test("the loaders of a request share one read, even after it has finished", async () => {
  const [context, read] = [{}, counter()];
  const first = await readOncePerRequest(argsOf(context), "session", read);
  expect(await readOncePerRequest(argsOf(context), "session", read)).toBe(first);
  expect(await readOncePerRequest(argsOf(context), "another", read)).not.toBe(first);
});

test("another request reads again", async () => {
  const read = counter();
  await readOncePerRequest(argsOf({}), "session", read);
  expect(await readOncePerRequest(argsOf({}), "session", read)).toBe(2);
});

test("an action does not use the cache, and the loaders after it read again", async () => {
  const [context, read] = [{}, counter()];
  expect(await readOncePerRequest(argsOf(context, "POST"), "session", read)).toBe(1);
  expect(await readOncePerRequest(argsOf(context, "POST"), "session", read)).toBe(2);
  expect(await readOncePerRequest(argsOf(context), "session", read)).toBe(3);
});
