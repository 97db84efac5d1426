import { afterAll, describe, expect, test } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { lifecycle } from "~/lifecycle.server";
import { expiredSessionCookie, sessionCookie } from "~/utils/http/auth.server";
import { setArticleView } from "~/utils/article-view.server";
import { getColorScheme, setColorScheme } from "~/utils/theme/color-scheme.server";
import { redirectWithToast, takeToast } from "~/utils/toasts/toast.server";

const siteAt = (APP_ORIGIN: string | undefined) => setEnvironment({ ...process.env, APP_ORIGIN });
afterAll(() => setEnvironment(process.env));

const attributesOf = (cookie: string) => cookie.split("; ").slice(1);
const nameOf = (cookie: string) => cookie.split("=", 1)[0];
const giveToast = async () =>
  (await redirectWithToast("/", "signedOut")).headers.get("Set-Cookie") ?? "";
const withCookie = (cookie: string) =>
  new Request("https://community.example/", { headers: { Cookie: cookie } });

describe.each([
  ["https://community.example", "__Host-"],
  ["http://localhost:3000", ""],
  [undefined, ""],
])("at %s", (APP_ORIGIN, prefix) => {
  test.each([
    ["session", "set", () => sessionCookie("a secret"), true],
    ["session", "removed", expiredSessionCookie, true],
    ["scheme", "set", () => setColorScheme("dark"), false],
    ["scheme", "removed", () => setColorScheme("system"), false],
    ["view", "set", () => setArticleView("cards"), false],
    ["toast", "set", giveToast, true],
  ])("the cookie %s is limited to this host when it is %s", async (name, _, write, isHttpOnly) => {
    siteAt(APP_ORIGIN);
    const cookie = await write();
    const attributes = attributesOf(cookie);
    expect(nameOf(cookie)).toBe(prefix + name);
    expect(attributes.includes("HttpOnly")).toBe(isHttpOnly);
    expect(attributes).toContain("SameSite=Lax");
    expect(attributes).toContain("Path=/");
    expect(attributes.includes("Secure")).toBe(prefix !== "");
    expect(attributes.some((attribute) => attribute.startsWith("Domain"))).toBe(false);
  });

  test("a scheme and a toast are read from the cookies that were set", async () => {
    siteAt(APP_ORIGIN);
    const [dark = ""] = (await setColorScheme("dark")).split(";");
    expect(await getColorScheme(withCookie(dark))).toBe("dark");
    const [toast = ""] = (await giveToast()).split(";");
    expect((await takeToast(withCookie(toast))).toast).not.toBeNull();
  });

  test("the page cache uses the same names", async () => {
    siteAt(APP_ORIGIN);
    const { personalCookies, schemeCookie, schemeCookies, viewCookie, viewCookies } =
      lifecycle.pageCache;
    expect(personalCookies()).toEqual([`${prefix}session`, `${prefix}toast`]);
    expect(schemeCookie()).toBe(`${prefix}scheme`);
    expect((await schemeCookies()).map(nameOf)).toEqual([`${prefix}scheme`, `${prefix}scheme`]);
    expect([viewCookie(), ...(await viewCookies()).map(nameOf)]).toEqual(
      Array.from({ length: 3 }, () => `${prefix}view`),
    );
  });
});

test("on https a cookie without the prefix, which a subdomain can set, is not read", async () => {
  siteAt("http://localhost:3000");
  const [dark = ""] = (await setColorScheme("dark")).split(";");
  const [toast = ""] = (await giveToast()).split(";");
  siteAt("https://community.example");
  expect(await getColorScheme(withCookie(dark))).toBe("system");
  expect((await takeToast(withCookie(toast))).toast).toBeNull();
});
