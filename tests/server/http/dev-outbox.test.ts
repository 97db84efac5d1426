/** The page that shows the mails of a demonstration or development site. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { PASSWORD } from "../../setup/people";
import { startSite, useSite } from "../../setup/site";

const demo = useSite({ DEMO: "1" });

/** The address of the page, which the site prints when it starts. */
const addressIn = (output: string) => /^Mails are shown at (\S+)$/m.exec(output)?.[1];
const outbox = () => addressIn(demo().logs())!;

const statusOf = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

test("shows the mails with their links, newest first", async () => {
  const page = async () => (await fetch(outbox())).text();
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
  ["no key", ""],
  ["an empty key", "?key="],
  ["a wrong key", `?key=${"a".repeat(43)}`],
  ["the key under another name", "?KEY=%s"],
  ["a key that is too long", "?key=%sx"],
  ["a key in another case", "?key=%S"],
  ["another key first", "?key=x&key=%s"],
])("is a 404 with %s", async (_, query) => {
  const key = new URL(outbox()).searchParams.get("key")!;
  const filled = query.replace("%s", key).replace("%S", key.toUpperCase());
  for (const page of ["/dev/outbox", "/dev/outbox.data", "/DEV/outbox/"]) {
    expect(await statusOf(demo().origin + page + filled), page).toBe(404);
  }
});

test("opens by its key, through a proxy as well, and the key is new at each start and not logged", async () => {
  expect(await statusOf(outbox(), { "X-Forwarded-For": "198.51.100.7" })).toBe(200);
  expect(await statusOf(outbox(), { Host: "community.example" })).toBe(200);
  const [, key = ""] = outbox().split("key=");
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(demo().logs().split(key)).toHaveLength(2);
  const other = await startSite({ DEMO: "1" });
  expect(addressIn(other.logs())).toBeDefined();
  expect(await statusOf(other.origin + outbox().slice(demo().origin.length))).toBe(404);
});

test("worker processes share the key", async () => {
  const site = await startSite({ DEMO: "1", WEB_CONCURRENCY: "2" });
  const address = addressIn(site.logs())!;
  for (let i = 0; i < 10; i++) expect(await statusOf(address)).toBe(200);
  expect(site.logs().match(/Mails are shown/g)).toHaveLength(1);
});

test("does not exist without demo mode", async () => {
  const production = await startSite();
  expect(addressIn(production.logs())).toBeUndefined();
  expect(await statusOf(`${production.origin}/dev/outbox?key=`)).toBe(404);
});
