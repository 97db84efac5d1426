/** The sign-up form against robots: a field that people do not see, and the least time to fill it in. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Account, { action, loader } from "~/routes/accounts/account";
import { storeCollectedEvents } from "~/services/events/events.server";
import { FILLED_IN, TOO_OLD, TOO_QUICK } from "~/services/accounts/sign-up-form.server";
import * as settings from "~/services/site-settings/site-settings.server";
import { rowsOf, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { PASSWORD } from "../../setup/people";
import { ask, load, render } from "../../setup/routes";

useEnvironment({ RATE_LIMITS: "on" });
useDatabase();

const NOW = Date.UTC(2026, 0, 31);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const typed = { email: "nell@example.org", name: "Nell" };
const passwords = { password: PASSWORD, confirmPassword: PASSWORD };

const handedOut = async () => ((await load(loader, "/signup")) as { stamp: string }).stamp;
const send = (fields: Record<string, string>) =>
  ask(action, "/signup", { body: new URLSearchParams({ ...typed, ...passwords, ...fields }) });
interface Rejected {
  result: { initialValue: Record<string, string> };
  stamp: string;
}

test.each([
  ["at once", TOO_QUICK, 1_999, {}],
  ["after more than a day", TOO_OLD, 86_400_001, {}],
  ["with a hidden field", FILLED_IN, 5_000, { website: "https://spam.example" }],
  ["without a stamp", TOO_OLD, 5_000, { stamp: "" }],
  ["with a false stamp", TOO_OLD, 5_000, { stamp: `${NOW}.${"x".repeat(43)}` }],
])("a form sent %s is refused, and can be sent again", async (_, message, after, fields) => {
  const stamp = await handedOut();
  vi.setSystemTime(NOW + after);
  const { status, data } = await send({ stamp, ...fields });
  expect(status).toBe(400);
  const text = JSON.stringify(data);
  expect(text).toContain(message);
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain("spam.example");
  const { result, stamp: next } = data as Rejected;
  expect(result.initialValue).toMatchObject(typed);
  expect(await rowsOf("users")).toEqual([]);
  await storeCollectedEvents();
  expect(await rowsOf("events")).toMatchObject([{ kind: "sign-up-refused" }]);
  vi.setSystemTime(Date.now() + 2_000);
  expect((await send({ stamp: next })).location).toContain("/welcome");
});

test("correcting a field does not start the time again", async () => {
  const stamp = await handedOut();
  vi.setSystemTime(NOW + 3_000);
  const { data } = await send({ stamp, name: "!" });
  expect((data as Rejected).stamp).toBe(stamp);
  expect((await send({ stamp })).status).toBe(302);
});

test("the field is hidden from people, and a closed site says so in its heading", async () => {
  const page = async () => render(Account, await load(loader, "/signup"), { path: "/signup" });
  expect(await page()).toMatch(
    /<p aria-hidden="true" class="sr-only">.*<input name="website" tabindex="-1" autoComplete="off"/i,
  );
  const now = await settings.readSiteSettings();
  vi.spyOn(settings, "readSiteSettings").mockResolvedValue({ ...now, signUp: "closed" });
  const closed = await page();
  expect(closed).toMatch(/<h1[^>]*>Sign-up is closed<\/h1>/);
  expect(closed).not.toContain("<form");
});
