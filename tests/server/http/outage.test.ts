import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { createApplication } from "~/models/membership-application.server";
import { closeDatabase, openDatabase } from "~/models/connection.server";
import { addArticle, addSignedIn, addUser, PASSWORD, type SignedIn } from "../../setup/people";
import { addMomentum, addSentiment } from "../../setup/recommendations";
import { startSite, type Site } from "../../setup/site";
import { openProxiedDatabase, type ProxiedDatabase } from "../../setup/proxied-database";

const NOTE = "Signing in is unavailable just now.";

let site: Site;
let wired: ProxiedDatabase;
let member: SignedIn;
const ids: Record<string, string> = {};

beforeAll(async () => {
  wired = await openProxiedDatabase();
  await openDatabase({ uri: wired.directUri });
  site = await startSite({ MONGODB_URI: wired.uri, LOG_LEVEL: "fatal", RATE_LIMITS: "on" });
  member = await addSignedIn({ isMember: true });
  ids.article = (await addArticle({ title: "Gold" })).id;
  ids.momentum = (await addMomentum(new Date())).id;
  ids.sentiment = (await addSentiment(new Date())).id;
  const { id: userId, name } = await addUser();
  const application = await createApplication({
    userId,
    name,
    statement: "Mine.",
    needed: 1,
    openedAt: new Date(),
    closesAt: new Date(Date.now() + 1e9),
  });
  ids.application = application?.id ?? "";
});
afterAll(closeDatabase);

const withIds = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");

interface Asked extends RequestInit {
  as?: "visitor" | "member" | "program";
}

/** Sends a request that times out, so that the test fails if the site waits for the database without a limit. */
async function ask(path: string, { as = "visitor", ...init }: Asked = {}) {
  const headers = new Headers(init.headers);
  if (as === "member") headers.set("Cookie", member.cookie);
  if (as === "program") headers.set("Authorization", `Bearer ${member.token}`);
  const signal = AbortSignal.timeout(10_000);
  const url = site.origin + withIds(path);
  const response = await fetch(url, { redirect: "manual", ...init, headers, signal });
  const text = (await response.text()).replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
  return { status: response.status, headers: response.headers, text };
}

const post = (path: string, fields: Record<string, string>, as: Asked["as"] = "member") =>
  ask(path, {
    as,
    method: "POST",
    body: new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, withIds(value)]),
    ),
  });

const pages: [path: string, status: number, says: string][] = [
  ["/", 200, "Six topics"],
  ["/research", 200, topics[5].title],
  ["/community", 503, "Failed to load articles. Please try again later."],
  ["/category/crypto", 503, "Failed to fetch articles"],
  ["/macro", 503, "Failed to fetch reviews"],
  ["/article/{article}", 503, "This article is not available just now."],
  ["/momentum", 503, "Failed to fetch momentum recommendations"],
  ["/sentiment", 503, "Failed to fetch sentiment recommendations"],
  ["/momentum/{momentum}", 503, "This is not available just now."],
  ["/sentiment/{sentiment}", 503, "This is not available just now."],
  ["/search?q=gold", 503, "The search is not available just now."],
  ["/partner", 503, "Failed to load the applications."],
  ["/investmentclub", 200, "Investment Club"],
  ["/dashboard?test=true", 200, "Sample content."],
  ["/login", 200, NOTE],
  ["/signup", 200, NOTE],
  ["/whitepaper", 200, "Whitepaper"],
  ["/terms", 200, "Terms"],
  ["/api", 200, "openapi.json"],
  ["/nowhere", 404, "The page you're looking for doesn't exist."],
];

const documents: [path: string, status: number][] = [
  ["/community/feed.atom", 503],
  ["/macro/feed.rss", 503],
  ["/sitemap.xml", 503],
  ["/sitemap/pages.xml", 503],
  ["/article/{article}/comments", 503],
  ["/robots.txt", 200],
  ["/api/openapi.json", 200],
  ["/api/pdf-content", 200],
];
const calls: [path: string, body?: object][] = [
  ["/api/articles"],
  ["/api/articles/{article}"],
  ["/api/research-hubs"],
  ["/api/auth/verify"],
  ["/api/auth/login", { email: "ida@example.org", password: PASSWORD }],
  ["/api/articles/{article}/upvote", {}],
  ["/api/articles/{article}/comments", { content: "One." }],
  ["/api/momentum-recommendations/generate", {}],
];

/**
 * Forms that need the database: the error message, the fields, and the values that the page must keep. What each
 * other form keeps after a failure is tested with its action, in `routes/forms.test.tsx`.
 */
const forms: [path: string, says: string, fields: Record<string, string>, typed: string[]][] = [
  [
    "/article/{article}",
    "Failed to post comment.",
    { intent: "comment", content: "A long thought.", redirectTo: "/article/{article}" },
    ["A long thought."],
  ],
  [
    "/partner",
    "Failed to count the vote.",
    { intent: "vote", application: "{application}", vote: "approve", redirectTo: "/partner" },
    [],
  ],
  ["/momentum", "Failed to generate momentum recommendation", { redirectTo: "/momentum" }, []],
  ["/sentiment", "Failed to generate sentiment recommendation", { redirectTo: "/sentiment" }, []],
  [
    "/signup",
    "Signup failed",
    {
      email: "ida@example.org",
      name: "Ida",
      password: "correct horse battery!",
      confirmPassword: "correct horse battery!",
    },
    ["ida@example.org", "Ida"],
  ],
];

describe.each([
  ["refuses connections", "cut"],
  ["does not answer", "silence"],
] as const)("while the database %s", (_how, end) => {
  beforeAll(() => wired[end]());

  test.each(pages)("%s returns %i with a message", async (path, status, says) => {
    const [visitor, signedIn] = await Promise.all([ask(path), ask(path, { as: "member" })]);
    for (const answer of [visitor, signedIn]) {
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(says);
      expect(answer.text).toContain("<h1");
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    // A visitor with a session cookie is told why they appear signed out, others only on the pages to sign in or up.
    expect(signedIn.text.split(NOTE)).toHaveLength(2);
    expect(visitor.text.split(NOTE)).toHaveLength(/^\/(login|signup)$/.test(path) ? 2 : 1);
  });

  test("the dashboard is unavailable with a session cookie, and asks others to sign in", async () => {
    const signedIn = await ask("/dashboard", { as: "member" });
    expect(signedIn.status).toBe(503);
    expect(signedIn.text).toContain("This is not available just now.");
    expect(signedIn.text).toContain("Try again");
    const visitor = await ask("/dashboard");
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get("Location")).toBe("/login?redirectTo=/dashboard");
  });

  test.each(documents)("%s returns %i", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
    expect((await ask(path, { as: "program" })).status).toBe(status);
  });

  test.each(calls)("%s returns 503 in JSON", async (path, body) => {
    const { status, headers, text } = await ask(path, {
      as: "program",
      ...(body && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      error: "This is not available just now. Please try again in a few minutes.",
    });
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test.each(forms)(
    "a form at %s says “%s”, and keeps what was typed",
    async (path, says, fields, typed) => {
      const { status, text, headers } = await post(path, fields);
      expect(status).toBe(503);
      expect(text).toContain(says);
      for (const value of typed) {
        expect(
          [`>${value}</textarea>`, `value="${value}"`].some((field) => text.includes(field)),
        ).toBe(true);
      }
      expect(text).not.toContain("correct horse battery!");
      expect(headers.get("Set-Cookie")).toBeNull();
    },
  );

  test("the colour scheme can be changed", async () => {
    const { status, headers } = await post("/theme", { scheme: "dark", redirectTo: "/macro" });
    expect(status).toBe(302);
    expect(headers.get("Location")).toBe("/macro");
  });

  test("signing out clears the cookie, and says that it worked in this browser only", async () => {
    const { status, headers } = await post("/logout", { redirectTo: "/macro" });
    expect(status).toBe(302);
    expect(headers.get("Location")).toBe("/macro");
    const [session = "", toast = ""] = headers.getSetCookie();
    expect(session).toMatch(/^session=.*Max-Age=0/);
    const landed = await ask("/macro", { headers: { Cookie: toast.split(";")[0] ?? "" } });
    expect(landed.text).toContain("Signed out in this browser only");
  });

  test("restoring a session from a token returns 503, and not that the token is invalid", async () => {
    const { status } = await ask("/session/restore", { as: "program", method: "POST" });
    expect(status).toBe(503);
  });

  test("the site is healthy but not ready", async () => {
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(503);
  });

  test("sessions are valid again once the database is back", async () => {
    await wired.mend();
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 15_000 }).toBe(200);
    const { status, text } = await ask("/dashboard", { as: "member" });
    expect(status).toBe(200);
    expect(text).toContain(`Welcome, ${member.viewer.email}`);
    expect(text).not.toContain(NOTE);
  });
});

test("the site can be stopped while the database does not answer", async () => {
  wired.silence();
  expect((await ask("/community", { as: "member" })).status).toBe(503);
  expect(await site.stop()).toBe(0);
});
