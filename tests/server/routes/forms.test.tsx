/** What every page makes of a posted form, whoever wrote it. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
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

useDatabase();

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

/** What is answered, returned or thrown: its status, and what is in it. */
async function post(path: string, action: Action, body: FormData | URLSearchParams) {
  const answer = await Promise.resolve(
    action({
      request: new Request(`https://site.example${path}`, { method: "POST", body }),
      params: { id: path.split("/")[2] },
      context: { log: pino({ level: "silent" }), clientAddress: "192.0.2.1" } as never,
    }),
  ).catch((thrown: unknown) => thrown);
  const { status, init } = answer as { status?: number; init?: { status?: number } | null };
  return { status: status ?? init?.status ?? 200 };
}

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
    expect(await post(path, action, withMore(name))).toEqual({ status: 400 });
  });

  test("refuses a file", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set(first, new File(["text"], "text.txt"));
    expect(await post(path, action, body)).toEqual({ status: 400 });
  });

  test.each(["toJSON", "then"])(
    "takes a field called %s for any other that is not asked for",
    async (name) => {
      const plain = await post(path, action, new URLSearchParams(fields));
      expect(plain.status).not.toBe(500);
      expect(await post(path, action, withMore(name))).toEqual(plain);
    },
  );
});
