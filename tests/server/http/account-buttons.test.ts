/** The error that a browser without scripts shows when a button of the account pages fails. */
import { expect, test } from "vitest";
import { accountButtons } from "../../setup/account-buttons";
import { addSignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ RATE_LIMITS: "on", RATE_LIMIT_WRITES: "1" });
useSiteDatabase(site);

test.each(accountButtons)("$intent says why it failed", async ({ intent, path, prepare }) => {
  const person = await addSignedIn();
  const body = new URLSearchParams({ intent, ...(await prepare(person)) });
  const post = (fields: URLSearchParams) =>
    fetch(site().origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: person.cookie },
      body: fields,
    });
  // Uses up the limit of writes from this address.
  await post(new URLSearchParams({ intent: "none" }));
  const answer = await post(body);
  expect(answer.status).toBe(429);
  const alerts = (await answer.text()).split('role="alert"').slice(1);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toContain("Too many requests.");
});
