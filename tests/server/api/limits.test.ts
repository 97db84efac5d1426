import { expect, test } from "vitest";
import { describeRetryAfter } from "~/domain/retry-after";
import { useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { call } from "../../setup/api";
import { addArticle, addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";

// Exceeded limits are also kept in memory, so each test has its own address.
useEnvironment({
  RATE_LIMITS: "on",
  RATE_LIMIT_SIGN_IN_ACCOUNT: "2",
  RATE_LIMIT_WRITES: "5",
});
useDatabase();

async function expectRefusal(response: Response, most: number) {
  expect(response.status).toBe(429);
  const seconds = response.headers.get("Retry-After") ?? "";
  expect(seconds).toMatch(/^[1-9]\d*$/);
  expect(Number(seconds)).toBeLessThanOrEqual(most);
  expect(await response.json()).toEqual({
    error: `Too many requests. ${describeRetryAfter(Number(seconds))}`,
  });
}

test("too many sign-ins are a 429 with a retry time, which reveals nothing about the account", async () => {
  const { email } = await signUpSomebody();
  const attempt = (password: string) =>
    call("/api/auth/login", { body: { email, password }, address: "198.51.100.1" });
  expect((await attempt("wrong guess!")).status).toBe(401);
  expect((await attempt("wrong guess!")).status).toBe(401);
  await expectRefusal(await attempt(PASSWORD), 900);
});

test("too many writes of any kind from an address are a 429, while reads still succeed", async () => {
  const address = "198.51.100.4";
  const write = () => call("/api/articles/view", { text: "{", address });
  for (let i = 0; i < 5; i += 1) expect((await write()).status).toBe(400);
  await expectRefusal(await write(), 60);
  const other = { address, method: "POST", token: (await addSignedIn()).token };
  await expectRefusal(await call(`/api/articles/${(await addArticle()).id}/upvote`, other), 60);
  expect((await call("/api/articles", { address })).status).toBe(200);
});

test("too many downloads of the ledger are a 429", async () => {
  const download = () => call("/api/ledger/export", { address: "198.51.100.5" });
  for (let i = 0; i < 60; i++) expect((await download()).status).toBe(200);
  await expectRefusal(await download(), 600);
});
