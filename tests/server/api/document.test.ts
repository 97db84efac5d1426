/** Checks the real responses of every operation, errors included, against the OpenAPI document. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pino } from "pino";
import { setRole } from "~/models/user-role.server";
import { createLink, type LinkPurpose } from "~/models/account-link.server";
import { MAX_DRAFTS } from "~/domain/drafts";
import { addBlock } from "~/models/block.server";
import { draftInput } from "~/schemas/drafts";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { addDraft } from "~/services/drafts/drafts.server";
import { makeDueExports } from "~/services/exports/exports.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import {
  COSIGNATURE,
  cosignText,
  formatVerifierKey,
  parseNote,
  verifierKeyOf,
} from "~/services/ledger/signed-note";
import { announcementQueue } from "~/services/notices/deliver.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import type { Parameter } from "~/utils/openapi/describe-calls.server";
import type { ApiResponse, Reference } from "~/utils/openapi/document.server";
import { call, nextPath, type CallOptions } from "../../setup/api";
import {
  document,
  found,
  validationErrors,
  operationOf,
  operations,
  type MethodName,
} from "../../setup/api-document";
import { setFields, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import {
  addArticle,
  addSignedIn,
  PASSWORD,
  signUpSomebody,
  someReview,
  type SignedIn,
  someArticle,
} from "../../setup/people";
import { argsFor } from "../../setup/routes";
import { codeOf } from "../../setup/second-factor";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";

const { privateKey } = generateKeyPairSync("ed25519");
useEnvironment({
  RATE_LIMITS: "on",
  LEDGER_WITNESSES: formatVerifierKey(verifierKeyOf("witness", privateKey, COSIGNATURE)),
});
useDatabase();

const { components } = document;
const unknown = "65f0c0ffee65f0c0ffee65f0";

const ageOf = (kind: string, id: string) =>
  setFields(kind, id, { createdAt: new Date("2026-01-01") });

const seen = new Set<string>();

/** Headers that clients act on: the document must mention them for every response that has them. */
const ACTED_ON = ["Allow", "Link", "Retry-After", "WWW-Authenticate"];

/** Checks a response against its description in the document, which `what` is or names. */
async function expectAnswer(what: ApiResponse | string, response: Response): Promise<unknown> {
  if (typeof what === "string") seen.add(what);
  const answer: ApiResponse | undefined =
    typeof what === "string" ? components.responses[what] : what;
  if (!answer) throw new Error(`there is no ${what as string}`);
  for (const name of Object.keys(answer.headers ?? {})) {
    const value = response.headers.get(name);
    if (value === null && name === "Link") continue; // There is none on the last page.
    expect(value, name).not.toBeNull();
    const { schema } = found(answer.headers?.[name] as Reference) as unknown as Parameter;
    const read = schema.type === "integer" ? Number(value) : value;
    expect(validationErrors(schema, read), name).toEqual([]);
  }
  const sent = ACTED_ON.filter((name) => response.headers.has(name));
  expect(sent.filter((name) => !Object.hasOwn(answer.headers ?? {}, name))).toEqual([]);
  const [[type, { schema }] = [null, { schema: undefined }]] = Object.entries(answer.content ?? {});
  if (type === null) {
    expect(await response.text()).toBe("");
    return null;
  }
  expect(response.headers.get("Content-Type")?.split(";")[0]).toBe(type);
  if (!schema) return response.arrayBuffer();
  const text = await response.text();
  const isLines = response.headers.get("Content-Type")!.startsWith("application/x-ndjson");
  const bodies = (isLines ? text.trimEnd().split("\n") : [text]).map(
    (each) => JSON.parse(each) as unknown,
  );
  for (const body of bodies) {
    expect(validationErrors(schema, body), JSON.stringify(body).slice(0, 2000)).toEqual([]);
  }
  const [body] = bodies;
  return body;
}

interface Ask extends CallOptions {
  at?: string | string[];
  query?: string;
}

async function ask(name: string, status: number, { at = "", query = "", ...options }: Ask = {}) {
  const [verb = "", path = ""] = name.split(" ");
  const method = verb.toLowerCase() as MethodName;
  const { responses } = operationOf(path, method);
  const values = [at].flat();
  const filled = path.replace(/\{\w+\}/g, () => values.shift() ?? "");
  const response = await call(filled + query, { method: verb, ...options });
  expect(response.status, await response.clone().text()).toBe(status);
  const said = responses[String(status)];
  if (!said) throw new Error(`${name} answers ${status}, which the document does not say`);
  if ("$ref" in said) seen.add(said.$ref.split("/").at(-1) ?? "");
  seen.add(`${name} ${Math.floor(status / 100)}xx`);
  const body = await expectAnswer(found<ApiResponse>(said), response);
  return { body: body as Record<string, unknown> & unknown[], response };
}

const wrongPassword = "wrong guess 1!";
const newPassword = "a fresh lantern #9";
/** @returns the secret of a link that is mailed to a user */
const linkFor = ({ viewer }: SignedIn, purpose: LinkPurpose, email = viewer.email) =>
  createLink({ userId: viewer.id, purpose, email, expiresAt: new Date(Date.now() + 60_000) });

describe("responses match the document", () => {
  test("for accounts", async () => {
    const person = { email: "mara@example.org", password: PASSWORD, name: "Mara" };
    const { body } = await ask("POST /api/auth/signup", 201, { body: person });
    await ask("POST /api/auth/signup", 409, { body: person });
    await ask("POST /api/auth/signup", 400, { body: { ...person, email: "mara", name: "" } });
    await ask("POST /api/auth/signup", 400, { text: "{" });
    await ask("POST /api/auth/signup", 415, {
      text: "{}",
      headers: { "Content-Type": "text/plain" },
    });
    await ask("POST /api/auth/login", 200, { body: person });
    await ask("POST /api/auth/login", 401, { body: { ...person, password: wrongPassword } });
    await ask("POST /api/auth/login", 400, { body: {} });
    await ask("GET /api/auth/verify", 200, { token: String(body.token) });
    await ask("GET /api/auth/verify", 401, { token: "x".repeat(43) });
  });

  test("for links that are sent by mail", async () => {
    const person = await signUpSomebody();
    const { token, email } = person;
    await ask("POST /api/auth/prove-email/send", 200, { token });
    const secret = await linkFor(person, "prove-email");
    await ask("POST /api/auth/prove-email", 200, { body: { secret } });
    await ask("POST /api/auth/prove-email", 404, { body: { secret } });
    await ask("POST /api/auth/prove-email", 400, { body: { secret: { $gt: "" } } });
    await ask("POST /api/auth/prove-email/send", 409, { token });
    await ask("POST /api/auth/forgot", 200, { body: { email } });
    await ask("POST /api/auth/forgot", 200, { body: { email: "nobody@example.org" } });
    const reset = { secret: await linkFor(person, "reset-password"), password: newPassword };
    await ask("POST /api/auth/reset", 400, { body: { ...reset, password: "P@ssw0rd" } });
    await ask("POST /api/auth/reset", 200, { body: reset });
    await ask("POST /api/auth/reset", 404, { body: reset });
    await ask("GET /api/auth/verify", 401, { token });
  });

  test("for changes of email address and password", async () => {
    const person = await signUpSomebody();
    const { token, email } = person;
    const asked = { currentPassword: PASSWORD, email: "noor2@example.org" };
    const wrong = { ...asked, currentPassword: wrongPassword };
    await ask("POST /api/account/email", 400, { token, body: wrong });
    await ask("POST /api/account/email", 401, { body: asked });
    await ask("POST /api/account/email", 200, { token, body: asked });
    const change = { secret: await linkFor(person, "change-email", asked.email) };
    await ask("POST /api/account/email/confirm", 200, { body: change });
    await ask("POST /api/account/email/confirm", 404, { body: change });

    const body = { currentPassword: PASSWORD, password: newPassword };
    await ask("PUT /api/account/password", 400, { token, body: { ...body, password: "x" } });
    await ask("PUT /api/account/password", 401, { body });
    await ask("PUT /api/account/password", 200, { token, body });
    await ask("GET /api/auth/verify", 200, { token });

    const restore = { secret: await linkFor(person, "restore-email", email) };
    await ask("POST /api/account/email/restore", 200, { body: restore });
    await ask("POST /api/account/email/restore", 404, { body: restore });
    await ask("GET /api/auth/verify", 401, { token });
  });

  test("for sessions and tokens", async () => {
    const { token } = await signUpSomebody();
    const wanted = { name: "Backup", scope: "read", days: 30, currentPassword: PASSWORD };
    const made = await ask("POST /api/account/tokens", 201, { token, body: wanted });
    await ask("POST /api/account/tokens", 400, { token, body: { ...wanted, days: 31 } });
    await ask("POST /api/account/tokens", 401, { body: wanted });
    const reader = String(made.body.token);
    await ask("POST /api/account/tokens", 403, { token: reader, body: wanted });
    await ask("GET /api/account/sessions", 200, { token: reader });
    await ask("GET /api/account/sessions", 401);
    await ask("DELETE /api/account/sessions/{id}", 404, { token, at: unknown });
    await ask("DELETE /api/account/sessions/{id}", 200, { token, at: String(made.body.id) });
    await ask("DELETE /api/account/sessions", 200, { token });
    await ask("DELETE /api/account/sessions", 401);
  });

  test("for the export of a user's data", async () => {
    const { token } = await addSignedIn();
    const base = "/api/account/export";
    const none = await ask(`GET ${base}`, 200, { token });
    expect(none.body).toMatchObject({ state: "none", canRequest: true });
    await ask(`GET ${base}`, 401);
    await ask(`GET ${base}/file`, 401);
    await ask(`GET ${base}/file`, 404, { token });
    await ask(`POST ${base}`, 401, { method: "POST" });
    const asked = await ask(`POST ${base}`, 200, { token });
    expect(asked.body).toMatchObject({ state: "waiting", size: null });
    await makeDueExports();
    const ready = await ask(`GET ${base}`, 200, { token });
    const { response } = await ask(`GET ${base}/file`, 200, { token });
    expect(response.headers.get("Content-Length")).toBe(String(ready.body.size));
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("for the deletion of one's account", async () => {
    const { token } = await signUpSomebody();
    const leave = { content: "keep", currentPassword: PASSWORD };
    await ask("POST /api/account/leave", 400, { token, body: { ...leave, content: "burn" } });
    await ask("POST /api/account/leave", 401, { body: leave });
    await ask("POST /api/account/leave", 200, { token, body: leave });
    await ask("POST /api/account/leave", 409, { token, body: leave });
    await ask("DELETE /api/account/leave", 200, { token });
    await ask("DELETE /api/account/leave", 409, { token });
  });

  test("for people and their profiles", async () => {
    const { token, viewer } = await addSignedIn();
    const { id } = await addArticle({ author: viewer });
    const comment = { content: "My own." };
    await ask("POST /api/articles/{id}/comments", 201, { token, at: id, body: comment });
    // A profile can be sent back as it was read, with nulls.
    await ask("PUT /api/account/profile", 200, { token, body: { about: "A line." } });
    const { body } = await ask("GET /api/account/profile", 200, { token });
    const again = await ask("PUT /api/account/profile", 200, { token, body });
    expect(again.body).toEqual(body);
    expect(body).toMatchObject({ about: "A line.", link: null, disclosure: null });
    const profile = { about: "A line.", link: "https://example.org/me", disclosure: "Long BTC" };
    await ask("PUT /api/account/profile", 200, { token, body: profile });
    await ask("PUT /api/account/profile", 400, { token, body: { link: "javascript:alert(1)" } });
    await ask("PUT /api/account/profile", 401, { body: profile });
    const at = viewer.name.toUpperCase();
    const person = await ask("GET /api/people/{name}", 200, { at });
    await ask("GET /api/people", 200, { query: "?order=most" });
    await ask("GET /api/people", 400, { query: "?order=least" });
    expect(person.body).toMatchObject({ ...profile, articles: 1, reviews: 0, comments: 1 });
    for (const kind of ["articles", "reviews", "comments"]) {
      await ask(`GET /api/people/{name}/${kind}`, 200, { at });
      await ask(`GET /api/people/{name}/${kind}`, 404, { at: "Nobody99" });
      await ask(`GET /api/people/{name}/${kind}`, 400, { at, query: "?limit=0" });
    }
    await ask("GET /api/people/{name}", 404, { at: "__proto__" });
    await deleteAccount(viewer.email);
    await ask("GET /api/people/{name}", 410, { at });
  });

  test("for a second factor", async () => {
    const { token, email, password: currentPassword } = await signUpSomebody();
    const person = { email, password: currentPassword };
    const base = "/api/account/second-factor";
    const off = await ask(`GET ${base}`, 200, { token });
    expect(off.body).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    await ask(`GET ${base}`, 401);
    await ask(`POST ${base}/confirm`, 409, { token, body: { code: "000000" } });
    await ask(`POST ${base}/remove`, 409, { token, body: { currentPassword, code: "000000" } });
    await ask(`POST ${base}`, 400, { token, body: { currentPassword: wrongPassword } });
    const setUp = await ask(`POST ${base}`, 200, { token, body: { currentPassword } });
    const secret = String(setUp.body.secret);
    await ask(`POST ${base}/confirm`, 400, { token, body: { code: "0" } });
    // Kept, because the app shows another code half a minute later, which would not be a used one.
    const usedCode = codeOf(secret);
    const on = await ask(`POST ${base}/confirm`, 200, { token, body: { code: usedCode } });
    await ask(`POST ${base}`, 409, { token, body: { currentPassword } });

    const noCode = await ask("POST /api/auth/login", 401, { body: person });
    expect(noCode.body).toMatchObject({ codeRequired: true, error: expect.any(String) });
    const again = { ...person, code: usedCode };
    const used = await ask("POST /api/auth/login", 401, { body: again });
    expect(used.body).toMatchObject({ codeRequired: true, error: expect.stringMatching(/used/) });
    await ask("POST /api/auth/login", 400, { body: { ...person, code: "\0" } });
    const codes = on.body.recoveryCodes as string[];
    await ask("POST /api/auth/login", 200, { body: { ...person, code: codes[0] } });
    const left = await ask(`GET ${base}`, 200, { token });
    expect(left.body).toEqual({ isOn: true, recoveryCodesLeft: 9 });

    const confirmed = { currentPassword, code: codes[1] };
    await ask(`POST ${base}/recovery-codes`, 400, { token, body: { ...confirmed, code: "0" } });
    const renewed = await ask(`POST ${base}/recovery-codes`, 200, { token, body: confirmed });
    const [code] = renewed.body.recoveryCodes as string[];
    await ask(`POST ${base}/remove`, 400, { token, body: confirmed });
    await ask(`POST ${base}/remove`, 200, { token, body: { currentPassword, code } });
    await ask("POST /api/auth/login", 200, { body: person });
  });

  test("for articles", async () => {
    const { token } = await addSignedIn();
    const work = { title: "A title", summary: "A summary", url: "HTTPS://Example.org/a b/ü" };
    const made = await ask("POST /api/articles/create", 201, { token, body: work });
    const at = String(made.body.id);
    await addArticle({ title: "Two", category: "stocks" });
    const conflict = await ask("POST /api/articles/create", 409, { token, body: work });
    expect(conflict.body.id).toBe(at);
    await ask("POST /api/articles/create", 400, { token, body: { title: " " } });
    await ask("POST /api/articles/create", 401, { body: work });
    await ask("GET /api/articles/{id}", 200, { at });
    await ask("GET /api/articles/{id}", 404, { at: "nothing" });
    await ask("POST /api/articles/view", 200, { body: { id: at } });
    await ask("POST /api/articles/view", 200, { token, body: { id: at } });
    await ask("POST /api/articles/view", 404, { body: { id: unknown } });
    await ask("POST /api/articles/view", 400, { body: { id: 1 } });
    const list = await ask("GET /api/articles", 200, { query: "?limit=1&sort=top" });
    const next = nextPath(list.response)?.split("?")[1];
    const last = await ask("GET /api/articles", 200, { query: `?${next}` });
    expect(last.response.headers.get("Link")).toBeNull();
    for (const query of ["?sort=odd", "?category=none"])
      await ask("GET /api/articles", 400, { query });
    for (const query of ["?hub=stocks", "?q=nothing"])
      await ask("GET /api/articles", 200, { query });
  });

  test("for comments and upvotes on an article", async () => {
    const [{ token }, author] = [await addSignedIn(), await addSignedIn()];
    const { id: at } = await addArticle({ author: author.viewer });
    const body = { content: "Yes.\nNo." };
    await ask("POST /api/articles/{id}/comments", 201, { at, token, body });
    await ask("POST /api/articles/{id}/comments", 404, { at: unknown, token, body });
    await ask("POST /api/articles/{id}/comments", 401, { at, body });
    await ask("POST /api/articles/{id}/comments", 400, { at, token, body: { content: " " } });
    await ask("GET /api/articles/{id}/comments", 200, { at });
    await ask("GET /api/articles/{id}/comments", 404, { at: unknown });
    await ask("GET /api/articles/{id}/comments", 400, { at, query: "?limit=1001" });
    const missing = { content: "Yes.", parentId: unknown };
    await ask("POST /api/articles/{id}/comments", 400, { at, token, body: missing });
    await ask("GET /api/articles/{id}/upvote/check", 200, { at, token });
    await ask("GET /api/articles/{id}/upvote/check", 401, { at });
    await ask("GET /api/articles/{id}/upvote/check", 404, { at: unknown, token });
    await ask("POST /api/articles/{id}/upvote", 200, { at, token });
    await ask("POST /api/articles/{id}/upvote", 200, { at, token });
    await ask("POST /api/articles/{id}/upvote", 401, { at });
    await ask("POST /api/articles/{id}/upvote", 403, { at, token: author.token });
    await ask("DELETE /api/articles/{id}/upvote", 200, { at, token });
    await ask("DELETE /api/articles/{id}/upvote", 401, { at });
    await ask("POST /api/articles/{id}/upvote", 404, { at: unknown, token });
    await ask("DELETE /api/articles/{id}/upvote", 404, { at: unknown, token });
    const said = await commentOnArticle(author.viewer, at, body);
    for (const [answer, options] of [
      [200, { at: said.id, token }],
      [401, { at: said.id }],
      [404, { at: unknown, token }],
    ] as const) {
      await ask("POST /api/comments/{id}/upvote", answer, options);
      await ask("GET /api/comments/{id}/upvote/check", answer, options);
      await ask("DELETE /api/comments/{id}/upvote", answer, options);
    }
    const own = { at: said.id, token: author.token };
    await ask("POST /api/comments/{id}/upvote", 403, own);
  });

  test("for answers, and for comments on a review", async () => {
    const [{ token }, author] = [await addSignedIn(), await addSignedIn()];
    const { id: at } = await addReview(author.viewer, someReview());
    const path = "/api/reviews/{id}/comments";
    const add = async (parentId?: string) => {
      const { body } = await ask(`POST ${path}`, 201, {
        at,
        token,
        body: { content: "Yes.", parentId },
      });
      return String(body.id);
    };
    const first = await add();
    const second = await add(first);
    const third = await add(second);
    await ask(`POST ${path}`, 404, { at: unknown, token, body: { content: "Yes." } });
    await ask(`POST ${path}`, 401, { at, body: { content: "Yes." } });
    await ask(`POST ${path}`, 400, { at, token, body: { content: "Yes.", parentId: unknown } });
    const { body: list } = await ask(`GET ${path}`, 200, { at });
    expect(list).toMatchObject([
      { id: first, parentId: null, upvotes: 0 },
      { id: second, parentId: first },
      { id: third, parentId: second },
    ]);
    await ask(`GET ${path}`, 404, { at: unknown });
    await ask(`GET ${path}`, 400, { at, query: "?limit=1001" });
    const { body: deepest } = await ask("GET /api/comments/{id}", 200, { at: third });
    expect(deepest).toMatchObject({
      articleId: null,
      reviewId: at,
      ancestors: [{ id: first }, { id: second }],
    });
  });

  test("for edits and removals", async () => {
    const [{ token, viewer }, other] = [await addSignedIn(), await addSignedIn()];
    const { id: article, url } = await addArticle({ author: viewer });
    const text = { content: "First." };
    const answer = { at: article, token: other.token, body: text };
    const { id: comment } = await commentOnArticle(viewer, article, text);
    await commentOnArticle(other.viewer, article, text);
    const { id: review } = await addReview(viewer, someReview());
    await ageOf("reviews", review);
    const pieces = {
      articles: { at: article, body: { title: "Another", content: null, imageUrl: "" } },
      comments: { at: comment, body: { content: "Second." } },
      reviews: { at: review, body: { rating: 1, review: "Another." } },
    };
    for (const [kind, { at, body }] of Object.entries(pieces)) {
      const path = `/api/${kind}/{id}`;
      const { response } = await ask(`GET ${path}`, 200, { at });
      await ask(`GET ${path}`, 404, { at: unknown });
      const headers = { "If-Match": response.headers.get("ETag") ?? "" };
      await ask(`PATCH ${path}`, 401, { at, body });
      await ask(`PATCH ${path}`, 403, { at, body, token: other.token });
      await ask(`PATCH ${path}`, 404, { at: unknown, body, token });
      await ask(`PATCH ${path}`, 400, { at, body: { title: 1, content: 1, rating: 9 }, token });
      const edited = await ask(`PATCH ${path}`, 200, { at, body, token, headers });
      expect(edited.body).toMatchObject({ editedAt: expect.any(String) });
      await ask(`PATCH ${path}`, 412, { at, body, token, headers });
      await ask(`DELETE ${path}`, 412, { at, token, headers });
      const list = await ask(`GET ${path}/revisions`, 200, { at });
      expect(list.body).toMatchObject([{ version: 1 }]);
      await ask(`GET ${path}/revisions`, 404, { at: unknown });
      await ask(`GET ${path}/revisions/{version}`, 200, { at: [at, "1"] });
      for (const version of ["2", "01", "x"])
        await ask(`GET ${path}/revisions/{version}`, 404, { at: [at, version] });
    }
    await ask("PATCH /api/articles/{id}", 409, {
      at: (await addArticle({ author: other.viewer })).id,
      token: other.token,
      body: { url },
    });
    await ask("DELETE /api/reviews/{id}", 401, { at: review });
    await ask("DELETE /api/reviews/{id}", 403, { at: review, token: other.token });
    await ask("DELETE /api/reviews/{id}", 200, { at: review, token });
    const reply = { ...answer, body: { ...text, parentId: comment } };
    await ask("POST /api/articles/{id}/comments", 201, reply);
    await ask("DELETE /api/comments/{id}", 200, { at: comment, token });
    await ask("DELETE /api/comments/{id}", 404, { at: comment, token });
    const thread = await ask("GET /api/articles/{id}/comments", 200, { at: article });
    expect(thread.body).toMatchObject([
      { id: comment, username: "", content: "" },
      {},
      { parentId: comment },
    ]);
    await ask("DELETE /api/articles/{id}", 200, { at: article, token });
    await ask("GET /api/articles/{id}", 410, { at: article });
    await ask("PATCH /api/articles/{id}", 410, { at: article, token, body: {} });
    await ask("DELETE /api/articles/{id}", 410, { at: article, token });
    await ask("GET /api/articles/{id}/revisions", 410, { at: article });
    await ask("POST /api/articles/{id}/upvote", 410, { at: article, token });
    await ask("DELETE /api/articles/{id}/upvote", 410, { at: article, token });
    await ask("POST /api/articles/{id}/comments", 410, { ...answer });
    await ask("POST /api/articles/view", 410, { body: { id: article } });
    await ask("GET /api/articles/{id}/comments", 200, { at: article });
    for (const { id } of thread.body.slice(1) as { id: string }[])
      await ask("DELETE /api/comments/{id}", 200, { at: id, token: other.token });
    await ask("GET /api/articles/{id}", 404, { at: article });
  });

  test("for reviews and hubs", async () => {
    const { token } = await addSignedIn();
    const review = someReview();
    const made = await ask("POST /api/reviews", 201, { token, body: review });
    const conflict = await ask("POST /api/reviews", 409, { token, body: review });
    expect(conflict.body.id).toBe(made.body.id);
    const book = { ...someReview({ category: "literature" }), url: null, rating: "5" };
    await ask("POST /api/reviews", 201, { token, body: book });
    await ask("POST /api/reviews", 403, { token, body: someReview({ category: "l1s" }) });
    await ask("POST /api/reviews", 400, { token, body: { ...review, rating: 6 } });
    await ask("POST /api/reviews", 401, { body: review });
    const list = await ask("GET /api/reviews", 200, { query: "?limit=1" });
    expect(nextPath(list.response)).not.toBeNull();
    await ask("GET /api/reviews", 200);
    await ask("GET /api/reviews", 400, { query: "?hub=none" });
    expect((await ask("GET /api/research-hubs", 200)).body).toHaveLength(6);
  });

  test("for following", async () => {
    const [{ token, viewer }, other] = [await addSignedIn(), await addSignedIn()];
    const person = ["person", other.viewer.name];
    const call = "/api/following/{kind}/{id}";
    await ask(`PUT ${call}`, 200, { at: person, token });
    expect((await ask("GET /api/following", 200, { token })).body).toMatchObject([
      { kind: "person", id: other.viewer.name },
    ]);
    await ask(`DELETE ${call}`, 200, { at: person, token });
    await ask(`PUT ${call}`, 403, { at: ["person", viewer.name], token });
    await addBlock(viewer.id, other.viewer.id);
    await ask(`PUT ${call}`, 409, { at: person, token });
    for (const method of ["PUT", "DELETE"]) {
      await ask(`${method} ${call}`, 404, { at: ["hub", "none"], token });
      await ask(`${method} ${call}`, 401, { at: person });
    }
    await ask("GET /api/following", 401);
    await ask("GET /api/following", 400, { token, query: "?kind=none" });
  });

  test("for what is saved", async () => {
    const { token } = await addSignedIn();
    const article = await addArticle();
    const call = "/api/saved/{kind}/{id}";
    const at = ["article", article.id];
    await ask(`PUT ${call}`, 200, { at, token, body: { note: "Read again." } });
    expect((await ask("GET /api/saved", 200, { token })).body).toHaveLength(1);
    await ask("GET /api/saved", 400, { token, query: "?kind=none" });
    await ask("GET /api/saved", 401);
    await ask(`DELETE ${call}`, 200, { at, token });
    for (const method of ["PUT", "DELETE"]) {
      await ask(`${method} ${call}`, 404, { at: ["none", article.id], token });
      await ask(`${method} ${call}`, 401, { at });
    }
  });

  test("for notices", async () => {
    const [{ token, viewer }, other] = [await addSignedIn(), await addSignedIn()];
    const article = await addArticle({ author: viewer });
    await commentOnArticle(other.viewer, article.id, { content: "A comment." });
    await announcementQueue.doAll();
    const { body } = await ask("GET /api/notices", 200, { token });
    expect(body).toMatchObject([{ kind: "answer", readAt: null }]);
    await ask("GET /api/notices", 400, { token, query: "?limit=0" });
    await ask("GET /api/notices", 401);
    const call = "POST /api/notices/read";
    await ask(call, 200, { token, body: { until: new Date().toISOString() } });
    await ask(call, 400, { token, body: { until: "today" } });
    await ask(call, 401, { body: { until: new Date().toISOString() } });
  });

  test("for flags, decisions and appeals", async () => {
    const [author, flagger] = [await addSignedIn(), await addSignedIn()];
    const [ada, walt, root] = [await addSignedIn(), await addSignedIn(), await addSignedIn()];
    await setRole(ada.viewer.id, "moderator");
    await setRole(walt.viewer.id, "moderator");
    await setRole(root.viewer.id, "administrator");
    const { id } = await addArticle({ author: author.viewer });
    const { token } = flagger;
    const flag = { kind: "article", id, reason: "spam" };
    await ask("POST /api/flags", 201, { token, body: flag });
    await ask("POST /api/flags", 409, { token, body: flag });
    await ask("POST /api/flags", 400, { token, body: { ...flag, reason: "taste" } });
    expect((await ask("GET /api/flags", 200, { token })).body).toHaveLength(1);
    await ask("DELETE /api/flags/{kind}/{id}", 200, { at: ["article", id], token });
    await ask("POST /api/flags", 201, { token, body: flag });

    await ask("GET /api/moderation/queue", 403, { token });
    expect((await ask("GET /api/moderation/queue", 200, { token: ada.token })).body).toHaveLength(
      1,
    );
    const call = "POST /api/moderation/{kind}/{id}";
    const body = { decision: "hide", reason: "spam", note: "It sells pills." };
    const at = ["articles", id];
    await ask(call, 403, { at, token, body });
    await ask(call, 404, { at: ["articles", unknown], token: ada.token, body });
    const decided = await ask(call, 201, { at, token: ada.token, body });
    await ask(call, 409, { at, token: walt.token, body });
    const decision = { at: decided.body.id as string };
    const path = "/api/moderation/decisions/{id}";
    await ask(`GET ${path}`, 404, { ...decision, token });
    await ask(`GET ${path}`, 200, { ...decision, token: author.token });
    const own = await ask("GET /api/moderation/decisions", 200, { token: author.token });
    expect(own.body).toHaveLength(1);
    const words = { text: "It is a joke." };
    await ask(`POST ${path}/appeal`, 201, { ...decision, token: author.token, body: words });
    const outcome = { outcome: "rejected", note: "A poor one." };
    const settle = `POST ${path}/appeal/decision`;
    await ask(settle, 403, { ...decision, token: ada.token, body: outcome });
    await ask(settle, 200, { ...decision, token: walt.token, body: outcome });
    const note = { note: "A mistake." };
    await ask(`POST ${path}/undo`, 200, { ...decision, token: ada.token, body: note });
    const undoAll = "POST /api/moderation/decisions/undo-all";
    const all = { moderator: ada.viewer.id, ...note };
    await ask(undoAll, 403, { token: walt.token, body: all });
    await ask(undoAll, 200, { token: root.token, body: all });

    expect((await ask("GET /api/moderation/log", 200)).body).not.toHaveLength(0);
    await ask("GET /api/moderation/log/export", 200);
    const year = String(new Date().getUTCFullYear());
    await ask("GET /api/moderation/log/years/{year}", 200, { at: year });
    await ask("GET /api/moderation/log/years/{year}", 404, { at: "1999" });
  });

  test("for invitations", async () => {
    const { token } = await addSignedIn();
    const made = await ask("POST /api/invitations", 201, { token });
    expect((await ask("GET /api/invitations", 200, { token })).body).toHaveLength(1);
    const call = "DELETE /api/invitations/{id}";
    await ask(call, 200, { at: made.body.id as string, token });
    await ask(call, 404, { at: made.body.id as string, token });
  });

  test("for blocked people", async () => {
    const [{ token, viewer }, other] = [await addSignedIn(), await addSignedIn()];
    const call = "/api/blocked/{name}";
    const at = other.viewer.name;
    await ask(`PUT ${call}`, 200, { at, token });
    expect((await ask("GET /api/blocked", 200, { token })).body).toHaveLength(1);
    await ask("GET /api/blocked", 401);
    await ask(`DELETE ${call}`, 200, { at, token });
    await ask(`PUT ${call}`, 403, { at: viewer.name, token });
    for (const method of ["PUT", "DELETE"]) {
      await ask(`${method} ${call}`, 404, { at: "Nobody12", token });
      await ask(`${method} ${call}`, 401, { at });
    }
  });

  test("for drafts", async () => {
    const [{ token, viewer }, other] = [await addSignedIn(), await addSignedIn()];
    const body = { form: "article", fields: { title: "A title", summary: "Half a" } };
    const made = await ask("POST /api/drafts", 201, { token, body });
    const at = String(made.body.id);
    expect(made.body).toMatchObject({ title: "A title", hub: null, fields: { content: "" } });
    const { id: _, updatedAt: __, ...copy } = made.body;
    await ask("PUT /api/drafts/{id}", 200, { at, token, body: copy });
    const review = { form: "review", hub: "macro", fields: { rating: "9", review: "Half a" } };
    await ask("PUT /api/drafts/{id}", 200, { at, token, body: review });
    expect((await ask("GET /api/drafts/{id}", 200, { at, token })).body).toMatchObject(review);
    expect((await ask("GET /api/drafts", 200, { token })).body).toMatchObject([{ id: at }]);
    for (const wrong of [
      { ...body, form: "comment" },
      { ...review, hub: "none" },
      { ...body, fields: {} },
      { ...body, fields: { title: "\0" } },
    ]) {
      await ask("POST /api/drafts", 400, { token, body: wrong });
      await ask("PUT /api/drafts/{id}", 400, { at, token, body: wrong });
    }
    for (const call of ["GET", "PUT", "DELETE"]) {
      const asked = call === "PUT" ? { at, body } : { at };
      await ask(`${call} /api/drafts/{id}`, 401, asked);
      await ask(`${call} /api/drafts/{id}`, 404, { ...asked, token: other.token });
    }
    await ask("GET /api/drafts", 401);
    await ask("DELETE /api/drafts/{id}", 200, { at, token });
    await ask("DELETE /api/drafts/{id}", 404, { at, token });
    for (let number = 0; number < MAX_DRAFTS; number += 1)
      await addDraft(viewer, draftInput.parse(body));
    await ask("POST /api/drafts", 409, { token, body });
  });

  test("for categories", async () => {
    await addArticle({ category: "governance" });
    for (const at of ["governance", "macro"]) {
      await ask("GET /api/categories/{slug}", 200, { at });
      await ask("GET /api/categories/{slug}/articles", 200, { at });
    }
    await ask("GET /api/categories/{slug}", 404, { at: "none" });
    await ask("GET /api/categories/{slug}/articles", 404, { at: "none" });
    await ask("GET /api/categories/{slug}/articles", 400, { at: "macro", query: "?cursor=1" });
  });

  test("for recommendations", async () => {
    const [{ token }, member] = [await addSignedIn(), await addSignedIn({ isMember: true })];
    const path = "POST /api/momentum-recommendations/generate";
    await ask(path, 503, { token });
    await importMomentumCloses();
    await ask(path, 201, { token });
    await ask(path, 403, { token });
    await ask(path, 201, { token: member.token });
    await ask(path, 429, { token: member.token });
    await ask(path, 401);
    const other = "POST /api/sentiment-recommendations/generate";
    await ask(other, 201, { token });
    expect((await ask(other, 201, { token })).body.isPreview).toBe(true);
    await ask(other, 429, { token });
    await ask(other, 401);
    const third = await addSignedIn();
    expect((await ask(other, 201, { token: third.token })).body.isPreview).toBe(true);
    for (const kind of ["momentum", "sentiment"]) {
      const preview = `POST /api/${kind}-recommendations/preview`;
      const { token } = await addSignedIn();
      await ask(preview, 200, { token });
      await ask(preview, 429, { token });
      await ask(preview, 401);
    }
    await addMomentum(new Date("2026-02-04T10:30:00Z"));
    await addSentiment(new Date("2026-02-08T23:30:00Z"));
    for (const kind of ["momentum", "sentiment"]) {
      const list = await ask(`GET /api/${kind}-recommendations`, 200, { query: "?limit=1" });
      await ask(`GET /api/${kind}-recommendations`, 200);
      await ask(`GET /api/${kind}-recommendations`, 400, { query: "?limit=1.5" });
      expect(nextPath(list.response)).not.toBeNull();
    }
  });

  test("for a single recommendation", async () => {
    await importMomentumCloses();
    const { viewer } = await addSignedIn();
    const title = "Bitcoin is great, the best, and going to the moon!";
    await postArticle(viewer, someArticle({ title }));
    const made = {
      momentum: await momentumEngine.make(new Date()),
      sentiment: await sentimentEngine.make(new Date()),
    };
    for (const [kind, { id: at }] of Object.entries(made)) {
      const path = `GET /api/${kind}-recommendations/{id}`;
      const { response } = await ask(path, 200, { at });
      const headers = { "If-None-Match": response.headers.get("ETag") ?? "" };
      await ask(path, 304, { at, headers });
      await ask(path, 404, { at: unknown });
    }
    const path = "GET /api/sentiment-recommendations/{id}";
    const at = made.sentiment.id;
    const { body: details } = await ask(path, 200, { at, query: "?page=2&token=BTC" });
    expect(details).toMatchObject({ inputs: { token: "BTC", mentions: [{ kind: "article" }] } });
    await ask(path, 400, { at, query: "?page=0" });
    await ask(path, 404, { at, query: "?token=ETH" });

    const mention = "GET /api/sentiment-recommendations/{id}/mentions/{number}";
    const { body } = await ask(mention, 200, { at: [at, "1"] });
    expect(body).toMatchObject({ state: "explained", explanation: { sentences: [{}] } });
    await ask(mention, 404, { at: [at, "2"] });
    const effects = "GET /api/sentiment-recommendations/{id}/effects";
    await ask(effects, 200, { at });
    await ask(effects, 400, { at, query: "?limit=0" });
    await ask(effects, 404, { at: unknown });
    const ofPerson = "GET /api/people/{name}/effects";
    await ask(ofPerson, 200, { at: viewer.name });
    await ask(ofPerson, 404, { at: "Nobody99" });
  });

  test("for the ledger", async () => {
    await ask("GET /api/ledger/checkpoint", 404);
    await ask("POST /api/ledger/cosignatures", 404, { body: { size: 1, signature: "" } });
    await importMomentumCloses();
    await momentumEngine.make(new Date());
    await momentumEngine.make(new Date());
    const list = await ask("GET /api/ledger", 200, { query: "?limit=1" });
    const next = nextPath(list.response)?.split("?")[1];
    expect((await ask("GET /api/ledger", 200, { query: `?${next}` })).body).not.toEqual([]);
    await ask("GET /api/ledger", 400, { query: "?cursor=0" });
    await ask("GET /api/ledger/export", 400, { query: "?cursor=0" });
    await ask("GET /api/ledger/{seq}", 200, { at: "1" });
    for (const at of ["0", "999999", "01", "9".repeat(400)])
      await ask("GET /api/ledger/{seq}", 404, { at });
    await ask("GET /api/ledger/export", 200);
    await ask("GET /api/ledger/checkpoint", 200);
    await ask("GET /api/ledger/proof", 200, { query: "?leaf=0&size=3" });
    await ask("GET /api/ledger/proof", 200, { query: "?from=2&to=3" });
    await ask("GET /api/ledger/proof", 400, { query: "?leaf=3&size=3" });
    await ask("GET /api/ledger/proof", 404, { query: "?from=2&to=4" });
    const body = { size: 3, signature: "— witness AAAAAAA=" };
    await ask("POST /api/ledger/cosignatures", 403, { body });
    const { text } = parseNote((await readCheckpoint())!.note)!;
    const signature = cosignText("witness", privateKey, text, new Date());
    await ask("POST /api/ledger/cosignatures", 200, { body: { ...body, signature } });
    await ask("GET /api/ledger/checkpoint", 200);
    await ask("POST /api/ledger/cosignatures", 409, { body: { ...body, size: 2 } });
    await ask("POST /api/ledger/cosignatures", 400, { body: { size: 3 } });
  });

  test("for the whitepaper and the document itself", async () => {
    await ask("GET /api/pdf-content", 200);
    const path = "GET /api/whitepaper.pdf";
    const { response } = await ask(path, 200);
    await ask(path, 206, { headers: { Range: "bytes=0-99" } });
    await ask(path, 416, { headers: { Range: "bytes=999999999-" } });
    const tag = response.headers.get("ETag") ?? "";
    await ask(path, 304, { headers: { "If-None-Match": tag } });
    await ask("GET /api/openapi.json", 200);
  });

  test("for an unexpected error, with the id of the request, while the cause is only logged", async () => {
    const failing = resource("About the API", {
      GET: endpoint({
        id: "fail",
        summary: "Fail",
        handle: () => Promise.reject(new Error("the password is 1234")),
      }),
    });
    const errors: object[] = [];
    const log = pino({ level: "error" }, { write: (line) => errors.push(JSON.parse(line)) });
    const response = await failing.loader(argsFor("/api/anything", { log }));
    expect(response.status).toBe(500);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const body = await expectAnswer("InternalError", response);
    expect(body).toEqual({ error: "Internal error", requestId: "request-1" });
    expect(errors).toMatchObject([{ err: { message: "the password is 1234" } }]);
  });

  test("for an unknown path, and a method that is not allowed", async () => {
    await expectAnswer("NotFound", await call("/api/nothing"));
    await expectAnswer("MethodNotAllowed", await call("/api/articles", { method: "PUT" }));
  });

  // The server itself refuses a body that is too large, before the API sees it: see wire.test.ts.
  test("for every operation when it succeeds, and for every error", () => {
    const calls = operations.map(({ name }) => `${name} 2xx`);
    const errors = Object.keys(components.responses).filter((name) => name !== "ContentTooLarge");
    expect([...calls, ...errors].filter((what) => !seen.has(what))).toEqual([]);
  });
});
