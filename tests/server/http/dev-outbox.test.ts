/** The page that shows the mails of a demonstration or development site. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { PASSWORD } from "../../setup/people";
import { startSite, useSite } from "../../setup/site";

const demo = useSite({ DEMO: "1" });

const statusOf = (origin: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    request(`${origin}/dev/outbox`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

test("shows the mails with their links, newest first", async () => {
  const page = async () => (await fetch(`${demo().origin}/dev/outbox`)).text();
  for (const name of ["Ida", "Mara"]) {
    const email = `${name.toLowerCase()}.out@example.org`;
    await fetch(`${demo().origin}/api/auth/signup`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, name: `${name}Out`, password: PASSWORD }),
    });
    await expect.poll(page).toContain(email);
  }
  const html = await page();
  expect(html).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/prove-email\/[\w-]{43}"/);
  expect(html.indexOf("mara.out@")).toBeLessThan(html.indexOf("ida.out@"));
});

test.each([
  ["through a proxy", { "X-Forwarded-For": "198.51.100.7" }],
  ["through another proxy", { Forwarded: "for=198.51.100.7" }],
  ["by another name", { Host: "community.example" }],
])("is a 404 for a request %s", async (_, headers) => {
  expect(await statusOf(demo().origin, headers)).toBe(404);
});

test("is a 404 without demo mode, and with another APP_ORIGIN", async () => {
  const production = await startSite();
  expect(await statusOf(production.origin)).toBe(404);
  const known = await startSite({ DEMO: "1", APP_ORIGIN: "https://community.example" });
  expect(await statusOf(known.origin)).toBe(404);
});
