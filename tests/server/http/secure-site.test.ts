/** An https site behind a proxy that terminates TLS: its cookies, its origin and its limits. */
import { expect, test } from "vitest";
import { accountButtons } from "../../setup/account-buttons";
import { addSignedIn, PASSWORD } from "../../setup/people";
import { dial, head } from "../../setup/raw-connection";
import { useSite, useSiteDatabase } from "../../setup/site";

const APP_ORIGIN = "https://community.example";
const site = useSite({
  APP_ORIGIN,
  TRUST_PROXY: "1",
  RATE_LIMITS: "on",
  RATE_LIMIT_WRITES: "1",
});
useSiteDatabase(site);

let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;

interface Asked {
  cookie?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
}

/** Sends a request as the proxy forwards it, or posts a form. Each comes from an address of its own. */
function ask(path: string, { cookie = "", fields, headers, address = newAddress() }: Asked = {}) {
  const forwarded = {
    "X-Forwarded-Host": "internal-name",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": address,
  };
  return fetch(site().origin + path, {
    method: fields ? "POST" : "GET",
    headers: { Cookie: cookie, ...(fields && { Origin: APP_ORIGIN }), ...forwarded, ...headers },
    body: fields && new URLSearchParams(fields),
    redirect: "manual",
  });
}
const textOf = async (path: string, cookie?: string) => (await ask(path, { cookie })).text();

/** The names and values of the cookies that a response sets, without their attributes. */
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => {
    expect(cookie).toMatch(/^__Host-[a-z]+=/);
    expect(cookie).toContain("; Path=/; ");
    expect(cookie).toContain("; Secure");
    expect(cookie).not.toContain("Domain");
    return cookie.split(";")[0]!;
  });

const person = { email: "mara@example.org", name: "Mara" };

test("signing up sets a __Host- session cookie, and the response may not be stored", async () => {
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
  const [, stamp = ""] = /name="stamp"[^>]*value="([^"]+)"/.exec(await textOf("/signup")) ?? [];
  const fields = { ...person, ...passwords, stamp };
  let response = await ask("/signup", { fields });
  // The form is refused as long as nobody could have filled it in so quickly.
  await expect
    .poll(async () => (response = await ask("/signup", { fields })).status, { timeout: 10_000 })
    .toBe(302);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  for (const attribute of ["HttpOnly", "SameSite=Lax"])
    expect(response.headers.getSetCookie()[0]).toContain(attribute);
  const [session = ""] = cookiesOf(response);
  expect(session).toMatch(/^__Host-session=./);
  for (let i = 0; i < 2; i += 1) {
    expect(await textOf("/terms", session)).toContain(person.email);
    expect(await textOf("/terms")).not.toContain(person.email);
  }
  const old = session.replace("__Host-", "");
  expect(await textOf("/terms", old), "any subdomain sets that").not.toContain(person.email);
});

test("the colour scheme is read only from its __Host- cookie, for cached pages as well", async () => {
  const fields = { scheme: "dark", redirectTo: "/" };
  const [scheme = ""] = cookiesOf(await ask("/theme", { fields }));
  expect(scheme).toMatch(/^__Host-scheme=./);
  for (let i = 0; i < 2; i += 1) {
    expect(await textOf("/privacy", scheme)).toContain('data-scheme="dark"');
    for (const plain of [scheme.replace("__Host-", ""), ""])
      expect(await textOf("/privacy", plain)).not.toContain("data-scheme");
  }
});

test.each(["/logout", "/logout.data"])(
  "signing out by %s clears the cookie and the browser's cache",
  async (path) => {
    const session = `__Host-${(await addSignedIn()).cookie}`;
    expect(await textOf("/terms", session)).toContain("Welcome");
    const response = await ask(path, { fields: { redirectTo: "/terms" }, cookie: session });
    expect([202, 302]).toContain(response.status);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    const [gone, toast = ""] = cookiesOf(response);
    expect(gone).toBe("__Host-session=");
    expect(toast).toMatch(/^__Host-toast=./);
    const text = await textOf("/terms", `${session}; ${toast}`);
    expect(text).toContain("You are signed out.");
    expect(text).not.toContain("Welcome");
    expect(await textOf("/terms"), "nobody else is told").not.toContain("You are signed out.");
  },
);

test("Strict-Transport-Security is sent", async () => {
  const { headers } = await ask("/");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("the origin of a form is the public one, whatever host the proxy sends", async () => {
  const statusOf = async (Origin: string, path = "/login") =>
    (await ask(path, { fields: { email: "x" }, headers: { Origin } })).status;
  expect(await statusOf(APP_ORIGIN)).toBe(400);
  expect(await statusOf(APP_ORIGIN, "/login.data")).toBe(400);
  const others = ["https://evil.example", "http://community.example", "https://internal-name"];
  for (const origin of [...others, "null", site().origin]) {
    expect(await statusOf(origin), origin).toBe(403);
  }
});

test("the request id of the proxy is kept if it is well-formed", async () => {
  const idFor = async (given: string) =>
    (await ask("/", { headers: { "X-Request-Id": given } })).headers.get("x-request-id");
  expect(await idFor("edge-42.a:b_c")).toBe("edge-42.a:b_c");
  for (const odd of ["two words", "x".repeat(65)])
    expect(await idFor(odd)).toMatch(/^[\da-f-]{36}$/);
});

test.each(accountButtons)("$intent says why it failed", async ({ intent, path, prepare }) => {
  const someone = await addSignedIn();
  const address = newAddress();
  const cookie = `__Host-${someone.cookie}`;
  const post = (fields: Record<string, string>) => ask(path, { address, cookie, fields });
  const fields = { intent, ...(await prepare(someone)) };
  // Uses up the limit of writes from this address.
  await post({ intent: "none" });
  const answer = await post(fields);
  expect(answer.status).toBe(429);
  const alerts = (await answer.text()).split('role="alert"').slice(1);
  expect(alerts).toEqual([expect.stringContaining("Too many requests.")]);
});

test("every host is replaced by the configured one, in links and in the cache", async () => {
  const path = "/macro/feed.json";
  for (const host of ["upstream:3000", "evil.example", "127.0.0.1"]) {
    const request = head(`GET ${path} HTTP/1.1`, "X-Forwarded-Host: evil.example");
    const answer = await dial(site().origin, request.replace("Host: 127.0.0.1", `Host: ${host}`))
      .ended;
    expect(answer).toContain(`${APP_ORIGIN}/`);
    expect(answer).not.toContain("evil.example");
  }
  const lines = () =>
    site()
      .logs()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes(`"path":"${path}"`))
      .map((line) => (JSON.parse(line) as { fromCache?: true }).fromCache ?? false);
  await expect.poll(lines).toEqual([false, true, true]);
});
