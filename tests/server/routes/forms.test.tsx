import mongoose from "mongoose";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { describeRetryAfter } from "~/domain/retry-after";
import { onArticle } from "~/domain/threads";
import { importComments } from "~/models/comment.server";
import ArticlePage, {
  action as article,
  headers as articleHeaders,
  loader as loadArticle,
} from "~/routes/article/layout";
import { action as community } from "~/routes/community/route";
import { action as saveDraft } from "~/routes/drafts/save";
import { action as hub } from "~/routes/hubs/reviews";
import { action as signInOrUp } from "~/routes/accounts/account";
import { action as reset } from "~/routes/accounts/reset";
import { action as logout } from "~/routes/logout";
import { action as momentum } from "~/routes/momentum/list";
import { action as partner } from "~/routes/partner/route";
import { action as sentiment } from "~/routes/sentiment/list";
import { action as ownData } from "~/routes/settings/data";
import { action as secondFactor } from "~/routes/settings/second-factor";
import { action as sessions } from "~/routes/settings/sessions";
import { action as signInSettings } from "~/routes/settings/sign-in";
import { action as restore } from "~/routes/session.restore";
import { action as theme } from "~/routes/theme";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addArticle, addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { ask, load, render, type Asked, type Handler as Action } from "../../setup/routes";
import { commentRow } from "../../setup/rows";

// Each post has an address of its own unless a test repeats one.
useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_UPVOTES: "1", RATE_LIMIT_WRITES: "2" });
useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

type Fields = Record<string, string>;

const posted = { title: "One", summary: "Two", url: "https://example.org/" };
const reviewed = { title: "One", author: "Two", rating: "5", category: "labor", review: "Three" };
const linked = { ...reviewed, url: "https://example.org/" };
const statement = "I know markets. ".repeat(5).trim();

/** Every page that accepts a form, with its action and a form that it accepts. */
const pages: Record<string, readonly [Action, Fields]> = {
  "/article/65f0c0ffee65f0c0ffee65f0": [article, { intent: "comment", content: "One." }],
  "/community": [community, posted],
  "/macro": [hub, reviewed],
  "/login": [signInOrUp, { email: "nobody@example.org", password: "correct horse battery!" }],
  "/signup": [signInOrUp, { email: "nobody", name: "Nobody", password: "correct horse battery!" }],
  "/partner": [partner, { intent: "apply", statement: "Mine." }],
  "/momentum": [momentum, { redirectTo: "/momentum" }],
  "/sentiment": [sentiment, { redirectTo: "/sentiment" }],
  "/theme": [theme, { scheme: "dark" }],
  "/drafts/save": [saveDraft, { form: "article", title: "One" }],
};

const logged: unknown[] = [];
const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });

function loseDatabase() {
  const gone = new Error("the database went away");
  const { prototype } = mongoose.mongo.Collection;
  for (const method of ["findOne", "insertOne", "updateOne", "findOneAndUpdate"] as const) {
    vi.spyOn(prototype, method).mockRejectedValue(gone);
  }
}

let addresses = 0;
const newAddress = () => `10.0.${(addresses += 1) >> 8}.${addresses & 255}`;

const post = (path: string, action: Action, body: BodyInit | Fields, asked: Asked = {}) =>
  ask(action, path, {
    params: { id: path.split("/")[2] },
    address: newAddress(),
    log,
    body:
      Object.getPrototypeOf(body) === Object.prototype
        ? toForm(body as Fields)
        : (body as BodyInit),
    ...asked,
  });
const toForm = (fields: Fields) => new URLSearchParams(fields);
const listed = (name: string) => collection(name).find().toArray();

describe.each(Object.entries(pages))("%s", (path, [action, fields]) => {
  const [first = ""] = Object.keys(fields);
  const withMore = (name: string) => {
    const body = toForm(fields);
    body.append(name, "1");
    return body;
  };

  test("refuses unknown and repeated fields, and files", async () => {
    const file = new FormData();
    for (const [name, value] of Object.entries(fields)) file.set(name, value);
    file.set(first, new File(["text"], "text.txt"));
    for (const body of [
      file,
      ...[first, `${first}.x`, `${first}.toString`, `${first}[0]`].map(withMore),
      // Fields of the form library, one without a name, and properties that every object has.
      ...["__intent__", "__state__", "", "toString", "constructor"].map(withMore),
    ]) {
      expect((await post(path, action, body)).status, [...body.keys()].join()).toBe(400);
    }
  });

  test("counts every post against the limit, and returns 429 with a retry time over it", async () => {
    const address = newAddress();
    const send = (body: URLSearchParams) => post(path, action, body, { address });
    expect((await send(withMore("a.b"))).status).toBe(400);
    expect((await send(toForm({ [first]: "" }))).status).not.toBe(429);
    const { status, headers, data } = await send(toForm(fields));
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

  test("ignores an additional field named toJSON or then like any other", async () => {
    const { status } = await post(path, action, fields);
    expect(status).not.toBe(500);
    for (const name of ["toJSON", "then"]) {
      expect((await post(path, action, withMore(name))).status, name).toBe(status);
    }
  });
});

describe("a form", () => {
  const FORM = "application/x-www-form-urlencoded";
  const BOUNDARY = "x".repeat(30);
  const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
  const send = (type: string, body: string | Buffer<ArrayBuffer>) =>
    post("/login", signInOrUp, Buffer.from(body), { headers: { "Content-Type": type } });
  const partOf = (headers: string, value = "é") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="email"${headers}\r\n\r\n${value}\r\n--${BOUNDARY}--\r\n`;
  const typeOf = (type: string) => `\r\nContent-Type: ${type}`;

  test.each<[number, string, string, string | Buffer<ArrayBuffer>]>([
    [400, "41 fields", FORM, `email=x${"&a=b".repeat(40)}`],
    [400, "16,000 fields without a value", FORM, "&a".repeat(16_000)],
    [400, "an escaped Latin-1 letter", FORM, "email=caf%E9"],
    [400, "an escaped overlong slash", FORM, "email=%C0%AF"],
    [400, "an escaped half of a surrogate pair", FORM, "email=%ED%A0%80"],
    [400, "half an escaped letter", FORM, "email=%C3&intent=forgot"],
    [400, "such a name", FORM, "email=x&%FF=x"],
    [400, "a Latin-1 letter", FORM, Buffer.from("email=é", "latin1")],
    [400, "UTF-8, said to be ASCII", `${FORM}; charset=us-ascii`, "email=é"],
    [400, "a Latin-1 letter in a part", MULTIPART, Buffer.from(partOf(""), "latin1")],
    [400, "42 parts", MULTIPART, `${partOf("").slice(0, -4)}\r\n`.repeat(42)],
    [415, "Latin-1", `${FORM}; charset=ISO-8859-1`, "email=x"],
    [415, "another charset, quoted", `${FORM};charset="windows-1252"`, "email=x"],
    [415, "UTF-16", `${FORM}; charset=utf-16`, "email=x"],
    [415, "multipart in another charset", `${MULTIPART}; charset=latin1`, partOf("")],
    [415, "a part in another charset", MULTIPART, partOf(typeOf("text/plain; charset=latin1"))],
    [415, "a part in Base64", MULTIPART, partOf("\r\nContent-Transfer-Encoding: base64", "6Q==")],
    [
      415,
      "a part in quoted-printable",
      MULTIPART,
      partOf("\r\ncontent-transfer-encoding:Quoted-Printable", "=E9"),
    ],
  ])("is refused with %i: %s", async (status, _, type, body) => {
    expect(await send(type, body)).toMatchObject({ status, data: null });
  });

  test.each([
    ["as it is", FORM, "email=100%25 é%"],
    ["with its charset", `${FORM}; charset="utf-8"`, "email=100% %C3%A9%"],
    ["as ASCII", `${FORM}; charset=US-ASCII`, "email=100%25+%C3%A9%25"],
    ["as parts", MULTIPART, partOf("", "100% é%")],
    [
      "as parts with their type",
      `${MULTIPART}; charset=UTF-8`,
      partOf(`${typeOf("text/plain;charset=utf-8")}\r\nContent-Transfer-Encoding: 8bit`, "100% é%"),
    ],
  ])("in UTF-8 %s is read", async (_, type, body) => {
    const { status, data } = await send(type, body);
    expect(status).toBe(400);
    expect(JSON.stringify(data)).toContain("100% é%");
  });
});

test("signing out and restoring a session count against the limit", async () => {
  const address = newAddress();
  const statuses = [];
  for (const [path, action] of [
    ...[["/logout", logout] as const, ["/session/restore", restore] as const],
    ...[["/logout", logout] as const, ["/session/restore", restore] as const],
  ]) {
    statuses.push((await post(path, action, {}, { address })).status);
  }
  expect(statuses).toEqual([302, 401, 429, 429]);
});

test.each([
  ["/macro?sort=hot#reviews", "/macro?sort=hot#reviews"],
  ["/people/settings", "/people/settings"],
  ...["/dashboard?test=true", "/drafts", "/drafts/65f0c0ffee65f0c0ffee65f0", "/settings/data"].map(
    (path) => [path, "/"],
  ),
  ...["/prove-email", "/article/1/edit", "//evil.example"].map((path) => [path, "/"]),
])("signing out at %s redirects to %s", async (redirectTo, location) => {
  const answer = await post("/logout", logout, { redirectTo });
  expect([answer.status, answer.location]).toEqual([302, location]);
});

test("a restored session's cookie may not be stored by caches", async () => {
  const { token } = await addSignedIn();
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await post("/session/restore", restore, {}, { headers });
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([204, "no-store"]);
  expect(answer.headers.get("Set-Cookie")).toMatch(/^session=[^;]+; .*HttpOnly/);
});

const people = { email: "a@example.org", password: "correct horse!" };
const signUpFields = { ...people, name: "Anna", confirmPassword: people.password };
test.each<[string, Action, Fields, string]>([
  ["/community", community, posted, "Please try again later."],
  ["/login", signInOrUp, people, "Login failed"],
  ["/signup", signInOrUp, signUpFields, "Signup failed"],
  ["/partner", partner, { intent: "apply", statement }, "Failed to send the application."],
  ["/macro", hub, linked, "Failed to create review"],
  ["/article/:id", article, { intent: "comment", content: "One." }, "Failed to post comment."],
  ["/article/:id", article, { intent: "upvote" }, "Failed to upvote article."],
])(
  "when the database fails, %s keeps what was typed, except passwords",
  async (pattern, action, fields, words) => {
    const { cookie } = await addSignedIn();
    const path = pattern.replace(":id", (await addArticle()).id);
    loseDatabase();
    logged.length = 0;
    const { status, data } = await post(path, action, fields, { cookie });
    expect(status).toBe(500);
    const typed = JSON.stringify(data);
    expect(typed).toContain(words);
    expect(typed).not.toContain("went away");
    for (const [name, value] of Object.entries(fields)) {
      if (name === "intent" && value === "upvote") continue;
      expect(typed.includes(JSON.stringify(value)), name).toBe(!/password/i.test(name));
    }
    expect(logged).toEqual([expect.stringContaining("the database went away")]);
  },
);

describe("a form that is posted twice", () => {
  const form = (fields: Fields) => ({ formKey: "0123456789abcdef", ...fields });

  test("stores a comment once, and redirects to it both times", async () => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const path = `/article/${id}`;
    const send = (content: string) =>
      post(path, article, form({ intent: "comment", content, redirectTo: path }), { cookie });
    const [first, second] = await Promise.all([send("One."), send("One.")]);
    expect(first.status).toBe(302);
    expect(second.location).toBe(first.location);
    // A script that sends it again asks for data instead of a redirect.
    await post(path, article, form({ intent: "comment", content: "One.", answer: "data" }), {
      cookie,
    });
    expect(await listed("comments")).toHaveLength(1);
    expect((await send("Another.")).location).not.toBe(first.location);
    expect(await listed("comments")).toHaveLength(2);
  });

  test.each<[string, Action, Fields]>([
    ["/community", community, { intent: "post", ...posted }],
    ["/macro", hub, linked],
    ["/partner", partner, { intent: "apply", statement }],
  ])("succeeds both times at %s", async (path, action, fields) => {
    const { cookie } = await addSignedIn();
    const send = () => post(path, action, form({ ...fields, redirectTo: path }), { cookie });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(answers[1]!.headers.get("Set-Cookie")).toBe(answers[0]!.headers.get("Set-Cookie"));
  });

  const token = { intent: "makeToken", name: "Backup", scope: "read", days: "30" };

  test("is processed each time if it has a password, and is not stored", async () => {
    const { cookie } = await signUpSomebody();
    const fields = form({ ...token, currentPassword: PASSWORD });
    const send = async () => {
      const { data, headers } = await post("/settings/sessions", sessions, fields, { cookie });
      expect(headers.get("Cache-Control")).toBe("no-store");
      return (data as { secret?: string }).secret;
    };
    const secrets = [await send(), await send()];
    expect(secrets[0]).toEqual(expect.any(String));
    expect(secrets[1]).not.toBe(secrets[0]);
    expect(await listed("form-submissions")).toEqual([]);
  });
});

const proof = { currentPassword: "correct horse!", code: "111111" };
const newPassword = { password: "a fresh lantern!", confirmPassword: "a fresh lantern!" };
test.each<[string, Action, Fields]>([
  ["makeToken", sessions, { name: "Backup", scope: "read", days: "30", ...proof }],
  ["scheduleDeletion", ownData, { content: "keep", ...proof }],
  ["changeEmail", signInSettings, { email: "a@example.org", ...proof }],
  ["changePassword", signInSettings, { ...newPassword, ...proof }],
  ["setUpFactor", secondFactor, { currentPassword: proof.currentPassword }],
  ["renewRecoveryCodes", secondFactor, proof],
  ["removeFactor", secondFactor, proof],
  ["removePasskey", secondFactor, { passkey: "one", ...proof }],
  ["resetPassword", reset, newPassword],
])("the refused form %s comes back without its passwords and codes", async (...row) => {
  const [intent, action, fields] = row;
  const { status, data } = await post(`/${intent}`, action, {
    ...(intent !== "resetPassword" && { intent }),
    ...fields,
  });
  expect(status).toBeGreaterThanOrEqual(400);
  const answer = JSON.stringify(data);
  expect(answer).toContain('"initialValue"');
  for (const [name, value] of Object.entries(fields)) {
    const isHidden = name in proof || name in newPassword;
    expect(answer.includes(JSON.stringify(value)), name).toBe(!isHidden);
  }
});

test.each<[string, Action, Fields, Record<string, string[]>]>([
  [
    "/community",
    community,
    { ...posted, title: "a\0b", url: "  " },
    { title: ["Please remove the characters that cannot be shown."], url: ["Required"] },
  ],
  ["/macro", hub, { ...reviewed, url: "  " }, { url: ["Required"] }],
])("a refused form at %s has one error for each field, and keeps the rest", async (...row) => {
  const [path, action, typed, error] = row;
  const { cookie } = await addSignedIn();
  const { status, data } = await post(path, action, typed, { cookie });
  expect(status).toBe(400);
  const { url: _, ...kept } = typed;
  expect(data).toMatchObject({ submission: { error, initialValue: kept } });
});

test("a comment on a card redirects to its place there while that shows it, and else to its page", async () => {
  const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
  await importComments(
    Array.from({ length: COMMENTS_PER_PAGE - 1 }, (_, i) =>
      commentRow(i, { subject: onArticle(id), createdAt: new Date(0) }),
    ),
  );
  const redirectTo = `/community?comments=${id}#article-${id}`;
  const fields = { intent: "comment", article: id, content: "One.", redirectTo };
  const send = async () => (await post("/community", community, fields, { cookie })).location;
  expect(await send()).toMatch(new RegExp(`^/community\\?comments=${id}#comment-\\w+$`));
  expect(await send()).toMatch(new RegExp(`^/article/${id}\\?comment=(\\w+)#comment-\\1$`));
});

describe("an upvote", () => {
  const upvote = { intent: "upvote" };

  test.each([
    ["to the card in the list", "/community?sort=hot&comments=1", "#article-:id"],
    ["to the article's own page", "/article/:id", ""],
  ])("without a redirectTo redirects %s", async (_, pattern, hash) => {
    const [{ cookie }, { id }] = [await addSignedIn(), await addArticle()];
    const path = pattern.replace(":id", id);
    const action = path.startsWith("/article") ? article : community;
    const answer = await post(path, action, { ...upvote, article: id }, { cookie });
    expect(answer.status).toBe(302);
    expect(answer.location).toBe(path + hash.replace(":id", id));
  });

  test("does not redirect to another site for a forged article id", async () => {
    const fields = { ...upvote, article: "\r\n//evil.example" };
    const { location } = await post("/community", community, fields);
    expect(location).toBe("/community#article-%0D%0A%2F%2Fevil.example");
  });

  test("over the limit shows the error with a retry time on the article's page", async () => {
    const [{ cookie }, one, two] = [await addSignedIn(), await addArticle(), await addArticle()];
    const send = ({ id }: { id: string }) => post(`/article/${id}`, article, upvote, { cookie });
    expect((await send(one)).status).toBe(302);
    const answer = await send(two);
    expect(answer.status).toBe(429);
    const path = `/article/${two.id}`;
    const data = await load(loadArticle, path, { params: { id: two.id }, log });
    const page = render(ArticlePage, data, { path, posted: answer.data });
    const [, alert] = /role="alert"(.*)/.exec(page) ?? [];
    const seconds = Number(answer.headers.get("Retry-After"));
    const none = { loaderHeaders: new Headers(), parentHeaders: new Headers() };
    const sent = { ...none, actionHeaders: answer.headers, errorHeaders: undefined };
    expect(new Headers(articleHeaders(sent)).get("Retry-After")).toBe(`${seconds}`);
    expect(alert).toContain(`Too many requests. ${describeRetryAfter(seconds)}`);
  });
});
