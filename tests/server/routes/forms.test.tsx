/** What every page makes of a posted form, whoever wrote it. */
import type { ActionFunctionArgs } from "@remix-run/node";
import mongoose from "mongoose";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { action as article } from "~/routes/article.$id/route";
import { action as community } from "~/routes/community";
import { action as hub } from "~/routes/hubs/screen";
import { action as login } from "~/routes/login";
import { action as momentum } from "~/routes/momentum._index/route";
import { action as partner } from "~/routes/partner/route";
import { action as sentiment } from "~/routes/sentiment._index/route";
import { action as signup } from "~/routes/signup";
import { action as theme } from "~/routes/theme";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

type Action = (args: ActionFunctionArgs) => unknown;

/** Every page that takes a form, and a form that it takes. */
const pages: Record<string, readonly [Action, Record<string, string>]> = {
  "/article/65f0c0ffee65f0c0ffee65f0": [article, { intent: "comment", content: "One." }],
  "/community": [community, { title: "One", summary: "Two", url: "https://example.org/" }],
  "/macro": [hub, { title: "One", author: "Two", rating: "5", category: "labor", review: "Three" }],
  "/login": [login, { email: "nobody@example.org", password: "correct horse battery!" }],
  "/signup": [signup, { email: "nobody", name: "Nobody", password: "correct horse battery!" }],
  "/partner": [partner, { intent: "apply", statement: "Mine." }],
  "/momentum": [momentum, { redirectTo: "/momentum" }],
  "/sentiment": [sentiment, { redirectTo: "/sentiment" }],
  "/theme": [theme, { scheme: "dark" }],
};

const logged: unknown[] = [];
const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });

interface Answer {
  status: number;
  headers: Headers;
  data: unknown;
}

/** Posts natively, as a browser or a hand does; gives what is answered, returned or thrown. */
async function post(
  path: string,
  action: Action,
  body: FormData | URLSearchParams,
  { cookie = "", address = "192.0.2.1" } = {},
): Promise<Answer> {
  const answer = await Promise.resolve(
    action({
      request: new Request(`https://site.example${path}`, {
        ...{ method: "POST", headers: { Cookie: cookie }, body },
      }),
      params: { id: path.split("/")[2] },
      context: { log, clientAddress: address } as never,
    }),
  ).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    return { status: answer.status, headers: answer.headers, data: null };
  }
  const { init, data } = answer as { init?: ResponseInit | null; data: unknown };
  return { status: init?.status ?? 200, headers: new Headers(init?.headers), data };
}

const statusOf = async (...args: Parameters<typeof post>) => (await post(...args)).status;

describe.each(Object.entries(pages))("%s", (path, [action, fields]) => {
  const [first = ""] = Object.keys(fields);
  const withMore = (name: string) => {
    const body = new URLSearchParams(fields);
    body.append(name, "1");
    return body;
  };

  test.each([
    ["a field that comes twice", first],
    ["a field within a field", `${first}.x`],
    ["a method within a field", `${first}.toString`],
    ["a list", `${first}[0]`],
    ["a command of the library's", "__intent__"],
    ["a state of the library's", "__state__"],
    ["a field without a name", ""],
    ["a method that every object has", "toString"],
    ["a property that every object has", "constructor"],
  ])("refuses %s", async (_what, name) => {
    expect(await statusOf(path, action, withMore(name))).toBe(400);
  });

  test("refuses a file", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set(first, new File(["text"], "text.txt"));
    expect(await statusOf(path, action, body)).toBe(400);
  });

  test.each(["toJSON", "then"])(
    "takes a field called %s for any other that is not asked for",
    async (name) => {
      const plain = await statusOf(path, action, new URLSearchParams(fields));
      expect(plain).not.toBe(500);
      expect(await statusOf(path, action, withMore(name))).toBe(plain);
    },
  );
});

describe("when the database has gone away", () => {
  /** What is asked of it fails from now on. */
  const loseDatabase = () => {
    const gone = new Error("the database went away");
    const { prototype } = mongoose.mongo.Collection;
    for (const method of ["findOne", "insertOne", "updateOne", "findOneAndUpdate"] as const) {
      vi.spyOn(prototype, method).mockRejectedValue(gone);
    }
  };

  test.each<[string, Action, Record<string, string>, string]>([
    [
      "/community",
      community,
      { title: "One", summary: "Two", url: "https://example.org/" },
      "Please try again later.",
    ],
    ["/login", login, { email: "a@example.org", password: "correct horse!" }, "Login failed"],
    [
      "/signup",
      signup,
      {
        ...{ email: "a@example.org", name: "Anna" },
        ...{ password: "correct horse!", confirmPassword: "correct horse!" },
      },
      "Signup failed",
    ],
    [
      "/partner",
      partner,
      { intent: "apply", statement: "I know markets. ".repeat(5).trim() },
      "Failed to send the application.",
    ],
    [
      "/macro",
      hub,
      {
        ...{ title: "One", author: "Two", url: "https://example.org/" },
        ...{ rating: "5", category: "labor", review: "Three" },
      },
      "Failed to create review",
    ],
  ])("%s comes back with what was typed", async (path, action, fields, words) => {
    const { cookie } = await addSignedIn();
    loseDatabase();
    logged.length = 0;
    const { status, data } = await post(path, action, new URLSearchParams(fields), { cookie });
    expect(status).toBe(500);
    const typed = JSON.stringify(data);
    expect(typed).toContain(words);
    expect(typed).not.toContain("went away");
    for (const [name, value] of Object.entries(fields)) {
      const isSecret = /password/i.test(name);
      expect(typed.includes(JSON.stringify(value)), name).toBe(!isSecret);
    }
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("the database went away");
  });

  test("an article does so with a comment", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    loseDatabase();
    const body = new URLSearchParams({ intent: "comment", content: "One." });
    const answer = await post(`/article/${id}`, article, body, { cookie });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.data)).toMatch(/One\..*Failed to post comment\./);
  });
});
