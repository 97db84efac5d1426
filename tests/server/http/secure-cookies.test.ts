/** Cookies and caching of an https site behind a proxy that terminates TLS. */
import { describe, expect, test } from "vitest";
import { addSignedIn, PASSWORD } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const APP_ORIGIN = "https://community.example";
const site = useSite({ APP_ORIGIN });
useSiteDatabase(site);

const ask = (path: string, cookie = "") =>
  fetch(site().origin + path, { headers: { Cookie: cookie }, redirect: "manual" });

const post = (path: string, fields: Record<string, string>, cookie = "") =>
  fetch(site().origin + path, {
    method: "POST",
    headers: { Cookie: cookie, Origin: APP_ORIGIN },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

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
const passwords = { password: PASSWORD, confirmPassword: PASSWORD };

test("signing up sets a __Host- session cookie, and the response may not be stored", async () => {
  const response = await post("/signup", { ...person, ...passwords });
  expect(response.status).toBe(302);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  const [session = ""] = cookiesOf(response);
  expect(session).toMatch(/^__Host-session=./);
  for (let i = 0; i < 2; i += 1) {
    expect(await (await ask("/terms", session)).text()).toContain(person.email);
    expect(await (await ask("/terms")).text()).not.toContain(person.email);
  }
  const old = session.replace("__Host-", "");
  expect(await (await ask("/terms", old)).text(), "any subdomain sets that").not.toContain(
    person.email,
  );
});

test("the colour scheme is read only from its __Host- cookie, for cached pages as well", async () => {
  const [scheme = ""] = cookiesOf(await post("/theme", { scheme: "dark", redirectTo: "/" }));
  expect(scheme).toMatch(/^__Host-scheme=./);
  for (let i = 0; i < 2; i += 1) {
    expect(await (await ask("/privacy", scheme)).text()).toContain('data-scheme="dark"');
    const plain = scheme.replace("__Host-", "");
    expect(await (await ask("/privacy", plain)).text()).not.toContain("data-scheme");
    expect(await (await ask("/privacy")).text()).not.toContain("data-scheme");
  }
});

describe("signing out", () => {
  test.each(["/logout", "/logout.data"])(
    "by %s clears the cookie and the browser's cache",
    async (path) => {
      const { cookie } = await addSignedIn();
      const session = `__Host-${cookie}`;
      expect(await (await ask("/terms", session)).text()).toContain("Welcome");
      const response = await post(path, { redirectTo: "/terms" }, session);
      expect([202, 302]).toContain(response.status);
      expect(response.headers.get("Cache-Control")).toContain("no-store");
      expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
      const [gone, toast = ""] = cookiesOf(response);
      expect(gone).toBe("__Host-session=");
      expect(toast).toMatch(/^__Host-toast=./);
      const next = await ask("/terms", `${session}; ${toast}`);
      const text = await next.text();
      expect(text).toContain("You are signed out.");
      expect(text).not.toContain("Welcome");
      expect(await (await ask("/terms")).text(), "nobody else is told").not.toContain(
        "You are signed out.",
      );
    },
  );
});

test("the response to a refused form may not be stored", async () => {
  const wrong = await post("/login", { email: person.email, password: "wrong guess!" });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get("Cache-Control")).toContain("no-store");
  const invalid = await post("/signup", { ...person, password: "short" });
  expect(invalid.status).toBe(400);
  expect(invalid.headers.get("Cache-Control")).toContain("no-store");
});

test("a guessable password and a reserved name are refused with errors for their fields", async () => {
  const fields = { email: "ida@example.org", name: "Adm1n" };
  const response = await post("/signup", {
    ...fields,
    password: "P@ssw0rd!",
    confirmPassword: "P@ssw0rd!",
  });
  const text = await response.text();
  expect(response.status).toBe(400);
  expect(text).toContain("This password is too common and easily guessed. Please choose another.");
  expect(text).toContain("This name is reserved. Please choose another.");
  for (const value of Object.values(fields)) expect(text).toContain(`value="${value}"`);
  expect(text).not.toContain("P@ssw0rd!");
});
