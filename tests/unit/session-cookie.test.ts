import { describe, expect, test, vi } from "vitest";
import { expiredSessionCookie, sessionCookie } from "~/utils/http/auth.server";

const site = vi.hoisted((): { APP_ORIGIN?: string } => ({}));
vi.mock("~/config/env.server", () => ({ environment: () => site }));

const attributesOf = (cookie: string) => cookie.split("; ").slice(1);

describe.each([
  ["https://community.example", true],
  ["http://localhost:3000", false],
  [undefined, false],
])("the cookie of a session at %s", (APP_ORIGIN, isSecure) => {
  test.each([
    ["given", () => sessionCookie("a secret")],
    ["taken away", expiredSessionCookie],
  ])("is the browser's alone, for this site's requests, as it is %s", async (_, write) => {
    site.APP_ORIGIN = APP_ORIGIN;
    const attributes = attributesOf(await write());
    expect(attributes).toContain("HttpOnly");
    expect(attributes).toContain("SameSite=Lax");
    expect(attributes).toContain("Path=/");
    expect(attributes.includes("Secure")).toBe(isSecure);
    expect(attributes.some((attribute) => attribute.startsWith("Domain"))).toBe(false);
  });
});
