/** How every page handles a posted form, including malformed ones. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import mongoose from "mongoose";
import { pino } from "pino";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ToastProvider } from "~/components/ui/toast";
import { site } from "~/config/site";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { describeRetryAfter } from "~/domain/retry-after";
import { importComments } from "~/models/comment.server";
import ArticlePage, { action as article, loader as loadArticle } from "~/routes/article/layout";
import { action as community } from "~/routes/community/route";
import { action as hub } from "~/routes/hubs/reviews";
import { action as login } from "~/routes/accounts/login";
import { action as logout } from "~/routes/logout";
import { action as momentum } from "~/routes/momentum/list";
import { action as partner } from "~/routes/partner/route";
import { action as sentiment } from "~/routes/sentiment/list";
import { action as sessions } from "~/routes/settings/sessions";
import { action as restore } from "~/routes/session.restore";
import { action as signup } from "~/routes/accounts/signup";
import { action as theme } from "~/routes/theme";
import { expectConsoleError } from "../../setup/console";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { addSecondFactor } from "../../setup/second-factor";

// The limits are read at their first use. Each post has an address of its own unless a test repeats one.
Object.assign(process.env, { RATE_LIMITS: "on", RATE_LIMIT_UPVOTES: "1", RATE_LIMIT_WRITES: "2" });
useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

type Action = (args: ActionFunctionArgs) => unknown;

/** Every page that accepts a form, with its action and a form that it accepts. */
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

/** Makes operations of the database fail. */
function loseDatabase() {
  const gone = new Error("the database went away");
  const { prototype } = mongoose.mongo.Collection;
  for (const method of ["findOne", "insertOne", "updateOne", "findOneAndUpdate"] as const) {
    vi.spyOn(prototype, method).mockRejectedValue(gone);
  }
}

let addresses = 0;
const newAddress = () => `10.0.${(addresses += 1) >> 8}.${addresses & 255}`;

interface Answer {
  status: number;
  headers: Headers;
  data: unknown;
}

/** Posts a form without scripts. @returns the response, whether it was returned or thrown */
async function post(
  path: string,
  action: Action,
  body: FormData | URLSearchParams | Buffer<ArrayBuffer>,
  { cookie = "", address = newAddress(), type = "" } = {},
): Promise<Answer> {
  const answer = await Promise.resolve(
    action({
      request: new Request(`https://site.example${path}`, {
        method: "POST",
        body,
        headers: { Cookie: cookie, ...(type ? { "Content-Type": type } : {}) },
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
    ["a field that is repeated", first],
    ["a nested field", `${first}.x`],
    ["a nested method", `${first}.toString`],
    ["a list", `${first}[0]`],
    ["an intent of the form library", "__intent__"],
    ["a state of the form library", "__state__"],
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

  test("counts every post against the limit, and returns 429 with a retry time over it", async () => {
    const address = newAddress();
    const send = (body: URLSearchParams) => post(path, action, body, { address });
    expect((await send(withMore("a.b"))).status).toBe(400);
    expect((await send(new URLSearchParams({ [first]: "" }))).status).not.toBe(429);
    const { status, headers, data } = await send(new URLSearchParams(fields));
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    const answer = JSON.stringify(data);
    if (data) expect(answer).toMatch(/Too many requests|Please try again in/);
    if (/"initialValue"/.test(answer)) {
      const { password = "", ...typed } = fields;
      for (const value of Object.values(typed)) expect(answer).toContain(JSON.stringify(value));
      if (password) expect(answer).not.toContain(password);
    }
  });

  test.each(["toJSON", "then"])(
    "ignores an additional field named %s like any other",
    async (name) => {
      const plain = await statusOf(path, action, new URLSearchParams(fields));
      expect(plain).not.toBe(500);
      expect(await statusOf(path, action, withMore(name))).toBe(plain);
    },
  );
});

describe("a form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const BOUNDARY = "x".repeat(30);
  const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
  const send = (type: string, body: string | Buffer<ArrayBuffer>) =>
    post("/login", login, Buffer.from(body), { type });
  const partOf = (headers: string, value = "é") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"${headers}\r\n\r\n${value}\r\n--${BOUNDARY}--\r\n`;

  test.each([
    ["41 fields", FORM, `email=x${"&a=b".repeat(40)}`],
    ["16,000 fields without a value", FORM, "&a".repeat(16_000)],
    ["an escaped Latin-1 letter", FORM, "email=caf%E9"],
    ["an escaped overlong slash", FORM, "email=%C0%AF"],
    ["an escaped half of a surrogate pair", FORM, "email=%ED%A0%80"],
    ["half an escaped letter", FORM, "email=%C3&intent=forgot"],
    ["such a name", FORM, "email=x&%FF=x"],
    ["a Latin-1 letter", FORM, Buffer.from("email=é", "latin1")],
    ["UTF-8, said to be ASCII", `${FORM}; charset=us-ascii`, "email=é"],
    ["a Latin-1 letter in a part", MULTIPART, Buffer.from(partOf(""), "latin1")],
    ["42 parts", MULTIPART, `${partOf("").slice(0, -4)}\r\n`.repeat(42)],
  ])("with %s is a 400", async (_, type, body) => {
    expect(await send(type, body)).toMatchObject({ status: 400, data: null });
  });

  test.each([
    ["Latin-1", `${FORM}; charset=ISO-8859-1`, "email=x"],
    ["another charset, quoted", `${FORM};charset="windows-1252"`, "email=x"],
    ["UTF-16", `${FORM}; charset=utf-16`, "email=x"],
    ["multipart in another charset", `${MULTIPART}; charset=latin1`, partOf("")],
    [
      "a part in another charset",
      MULTIPART,
      partOf("\r\nContent-Type: text/plain; charset=iso-8859-1"),
    ],
    ["a part in Base64", MULTIPART, partOf("\r\nContent-Transfer-Encoding: base64", "6Q==")],
    [
      "a part in quoted-printable",
      MULTIPART,
      partOf("\r\ncontent-transfer-encoding:Quoted-Printable", "=E9"),
    ],
  ])("in %s is a 415", async (_, type, body) => {
    expect(await send(type, body)).toMatchObject({ status: 415, data: null });
  });

  test.each([
    ["as it is", FORM, "email=100%25 é%"],
    ["with its charset", `${FORM}; charset="utf-8"`, "email=100% %C3%A9%"],
    ["as ASCII", `${FORM}; charset=US-ASCII`, "email=100%25+%C3%A9%25"],
    ["as parts", MULTIPART, partOf("", "100% é%")],
    [
      "as parts with their type",
      `${MULTIPART}; charset=UTF-8`,
      partOf(
        "\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Transfer-Encoding: 8bit",
        "100% é%",
      ),
    ],
  ])("in UTF-8 %s is read", async (_, type, body) => {
    const { status, data } = await send(type, body);
    expect(status).toBe(400);
    expect(JSON.stringify(data)).toContain("100% é%");
  });
});

test("signing out and restoring a session count against the limit", async () => {
  const address = newAddress();
  const nothing = () => new URLSearchParams();
  expect(await statusOf("/logout", logout, nothing(), { address })).toBe(302);
  expect(await statusOf("/session/restore", restore, nothing(), { address })).toBe(401);
  expect(await statusOf("/logout", logout, nothing(), { address })).toBe(429);
  expect(await statusOf("/session/restore", restore, nothing(), { address })).toBe(429);
});

describe("when the database fails", () => {
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
        email: "a@example.org",
        name: "Anna",
        password: "correct horse!",
        confirmPassword: "correct horse!",
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
        title: "One",
        author: "Two",
        url: "https://example.org/",
        rating: "5",
        category: "labor",
        review: "Three",
      },
      "Failed to create review",
    ],
  ])("%s keeps what was typed, except passwords", async (path, action, fields, words) => {
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

  test("the page of an article keeps the comment", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    loseDatabase();
    const body = new URLSearchParams({ intent: "comment", content: "One." });
    const answer = await post(`/article/${id}`, article, body, { cookie });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.data)).toMatch(/One\..*Failed to post comment\./);
  });
});

describe("a form that is posted twice", () => {
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ formKey: "0123456789abcdef", ...fields });

  test("stores a comment once, and redirects to it both times", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const path = `/article/${id}`;
    const send = (content: string) =>
      post(path, article, form({ intent: "comment", content, redirectTo: path }), { cookie });
    const [first, second] = await Promise.all([send("One."), send("One.")]);
    expect(first.status).toBe(302);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await listed("comments")).toHaveLength(1);
    expect((await send("Another.")).headers.get("Location")).not.toBe(
      first.headers.get("Location"),
    );
    expect(await listed("comments")).toHaveLength(2);
  });

  test.each<[string, Action, Record<string, string>]>([
    [
      "/community",
      community,
      { intent: "post", title: "One", summary: "Two", url: "https://example.org/twice" },
    ],
    [
      "/macro",
      hub,
      {
        title: "One",
        author: "Two",
        url: "https://example.org/",
        rating: "5",
        category: "labor",
        review: "Three",
      },
    ],
    ["/partner", partner, { intent: "apply", statement: "I know markets. ".repeat(5).trim() }],
  ])("succeeds both times at %s", async (path, action, fields) => {
    const { cookie } = await addSignedIn();
    const send = () => post(path, action, form({ ...fields, redirectTo: path }), { cookie });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(answers[1]!.headers.get("Set-Cookie")).toBe(answers[0]!.headers.get("Set-Cookie"));
  });

  test("is processed each time if it has a password, and is not stored", async () => {
    const { cookie } = await signUpSomebody();
    const token = { name: "Backup", scope: "read", days: "30", currentPassword: PASSWORD };
    const send = () =>
      post("/settings/sessions", sessions, form({ intent: "makeToken", ...token }), { cookie });
    const secrets = [await send(), await send()].map(({ data }) => data as { secret?: string });
    expect(secrets[0]!.secret).toEqual(expect.any(String));
    expect(secrets[1]!.secret).not.toBe(secrets[0]!.secret);
    expect(await listed("form-submissions")).toEqual([]);
  });

  test("comes back with what was typed except the password and the code", async () => {
    const { cookie, viewer } = await signUpSomebody();
    await addSecondFactor(viewer);
    const typed = { name: "Backup", scope: "read", days: "30" };
    const secrets = { currentPassword: PASSWORD, code: "000000" };
    const fields = form({ intent: "makeToken", ...typed, ...secrets });
    const { data, status } = await post("/settings/sessions", sessions, fields, { cookie });
    expect(status).toBe(400);
    const { submission } = data as { submission: { initialValue: object; error: object } };
    expect(submission.initialValue).toMatchObject(typed);
    expect(Object.keys(submission.error)).toEqual(["code"]);
    expect(JSON.stringify(data)).not.toContain(PASSWORD);
    expect(JSON.stringify(data)).not.toContain("000000");
  });

  const listed = (name: string) => mongoose.connection.collection(name).find().toArray();
});

describe("a typed value", () => {
  const article = (fields: object) =>
    new URLSearchParams({ ...pages["/community"]![1], ...fields });

  test("is measured in characters, of which an emoji is one", async () => {
    const { cookie } = await addSignedIn();
    const send = (summary: string, url: string) =>
      post("/community", community, article({ summary, url }), { cookie });
    expect((await send("😀".repeat(150), "https://example.org/150")).status).toBe(302);
    expect((await send("😀".repeat(200), "https://example.org/200")).status).toBe(302);
    const { status, data } = await send("😀".repeat(201), "https://example.org/201");
    expect(status).toBe(400);
    expect(data).toMatchObject({
      submission: { error: { summary: ["Summary must be 200 characters or less."] } },
    });
  });

  test("with characters that cannot be shown is refused at its field, and kept", async () => {
    const { cookie } = await addSignedIn();
    const typed = { title: "a\0b", summary: "Two" };
    const { status, data } = await post("/community", community, article(typed), { cookie });
    expect(status).toBe(400);
    expect(data).toMatchObject({
      submission: {
        error: { title: ["Please remove the characters that cannot be shown."] },
        initialValue: typed,
      },
    });
  });

  test("that is a blank link has only the error 'Required'", async () => {
    const { cookie } = await addSignedIn();
    const { data } = await post("/community", community, article({ url: "  " }), { cookie });
    expect(data).toMatchObject({ submission: { error: { url: ["Required"] } } });
    const review = new URLSearchParams({ ...pages["/macro"]![1], url: "  " });
    const answer = await post("/macro", hub, review, { cookie });
    expect(answer.data).toMatchObject({ submission: { error: { url: ["Required"] } } });
  });
});

describe("a comment on a card", () => {
  test("redirects to the card while the card shows it, and otherwise to the comment", async () => {
    const [{ cookie }, { id, authorId }] = [await addSignedIn(), await addArticle()];
    const before = { articleId: id, authorId, username: "Anna", content: "Before." };
    await importComments(
      Array.from({ length: COMMENTS_PER_PAGE - 1 }, () => ({
        ...before,
        id: new mongoose.Types.ObjectId().toHexString(),
        createdAt: new Date(0),
      })),
    );
    const redirectTo = `/community?comments=${id}#article-${id}`;
    const send = async () => {
      const fields = { intent: "comment", article: id, content: "One.", redirectTo };
      const answer = await post("/community", community, new URLSearchParams(fields), { cookie });
      return answer.headers.get("Location");
    };
    expect(await send()).toBe(redirectTo);
    expect(await send()).toMatch(new RegExp(`^/article/${id}\\?comment=(\\w+)#comment-\\1$`));
  });
});

describe("an upvote without a redirectTo", () => {
  const upvote = (fields: Record<string, string> = {}) =>
    new URLSearchParams({ intent: "upvote", ...fields });

  test("redirects to the card in the list that it was sent from", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const path = "/community?sort=hot&comments=1";
    const answer = await post(path, community, upvote({ article: id }), { cookie });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(`${path}#article-${id}`);
  });

  test("redirects to the article's own page", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const answer = await post(`/article/${id}`, article, upvote({ article: id }), { cookie });
    expect(answer.headers.get("Location")).toBe(`/article/${id}`);
  });

  test("does not redirect to another site for a forged article id", async () => {
    const answer = await post("/community", community, upvote({ article: "\r\n//evil.example" }));
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      "/community#article-%0D%0A%2F%2Fevil.example",
    ]);
  });

  test("does not redirect when a script asks for data", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const form = upvote({ article: id, answer: "data" });
    expect(await statusOf("/community", community, form, { cookie })).toBe(200);
  });
});

describe("a refused upvote", () => {
  const upvote = new URLSearchParams({ intent: "upvote", redirectTo: "/community" });

  test("without a session redirects back", async () => {
    const { id } = await addArticle();
    const answer = await post(`/article/${id}`, article, upvote);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/community");
  });

  test("over the limit shows the error with a retry time on the article's page", async () => {
    const [{ cookie }, first, second] = [
      await addSignedIn(),
      await addArticle(),
      await addArticle(),
    ];
    expect(await statusOf(`/article/${first.id}`, article, upvote, { cookie })).toBe(302);
    const answer = await post(`/article/${second.id}`, article, upvote, { cookie });
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    const page = await articlePage(second.id, answer.data);
    const [, alert] = /role="alert"(.*)/.exec(page) ?? [];
    expect(alert).toContain(`Too many requests. ${describeRetryAfter(seconds)}`);
  });

  test("after an internal error is a 500 with the standard message", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    loseDatabase();
    const answer = await post(`/article/${id}`, article, upvote, { cookie });
    vi.restoreAllMocks();
    expect(answer.status).toBe(500);
    expect(await articlePage(id, answer.data)).toMatch(/role="alert".*Failed to upvote article\./);
  });
});

test("a vote without a session asks to sign in, on the page and in the toast", async () => {
  const body = new URLSearchParams({ intent: "vote", application: "1", vote: "approve" });
  expect(await post("/partner", partner, body)).toMatchObject({
    status: 401,
    data: {
      formError: { kind: "unauthenticated", message: "Please log in to vote." },
      toast: "vote.needsLogin",
    },
  });
});

/** Renders the page of an article as the server does, with the result of an action. */
async function articlePage(id: string, answer: unknown): Promise<string> {
  const request = new Request(`https://site.example/article/${id}`);
  const page = await loadArticle({ request, params: { id }, context: { log } as never });
  const root = { site, viewer: null, toast: null };
  const Component = () => (
    <ToastProvider>
      <ArticlePage />
    </ToastProvider>
  );
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: Outlet,
      children: [{ id: "page", index: true, Component }],
    },
  ]);
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  const hydrationData = { loaderData: { root, page }, actionData: { page: answer } };
  return renderToString(<Stub initialEntries={["/"]} hydrationData={hydrationData} />);
}
