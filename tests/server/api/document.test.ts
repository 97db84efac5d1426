/** Checks the real responses of every operation about texts, recommendations and the site against the OpenAPI document. */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pino } from "pino";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import {
  COSIGNATURE,
  cosignText,
  formatVerifierKey,
  parseNote,
  verifierKeyOf,
} from "~/services/ledger/signed-note";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { call, nextPath } from "../../setup/api";
import { describedCalls, expectAnswer } from "../../setup/api-answers";
import { document, operations, PERSONAL_TAGS } from "../../setup/api-document";
import { setFields, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addArticle, addSignedIn, someArticle, someReview } from "../../setup/people";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";
import { argsFor } from "../../setup/routes";

const { privateKey } = generateKeyPairSync("ed25519");
useEnvironment({
  RATE_LIMITS: "on",
  LEDGER_WITNESSES: formatVerifierKey(verifierKeyOf("witness", privateKey, COSIGNATURE)),
});
useDatabase();

const { ask, seen } = describedCalls();
const unknown = "65f0c0ffee65f0c0ffee65f0";
const ageOf = (kind: string, id: string) =>
  setFields(kind, id, { createdAt: new Date("2026-01-01") });

describe("responses match the document", () => {
  test("for articles", async () => {
    const { token } = await addSignedIn();
    const work = { title: "A title", summary: "A summary", url: "HTTPS://Example.org/a b/ü" };
    const made = await ask("POST /api/articles/create", 201, { token, body: work });
    const at = String(made.body.id);
    await addArticle({ title: "Two", category: "stocks" });
    const conflict = await ask("POST /api/articles/create", 409, { token, body: work });
    expect(conflict.body.id).toBe(at);
    await ask("POST /api/articles/create", 400, { token, body: { title: " " } });
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
    await ask("POST /api/articles/{id}/comments", 400, { at, token, body: { content: " " } });
    await ask("GET /api/articles/{id}/comments", 200, { at });
    await ask("GET /api/articles/{id}/comments", 404, { at: unknown });
    const missing = { content: "Yes.", parentId: unknown };
    await ask("POST /api/articles/{id}/comments", 400, { at, token, body: missing });
    await ask("GET /api/articles/{id}/upvote/check", 200, { at, token });
    await ask("GET /api/articles/{id}/upvote/check", 404, { at: unknown, token });
    await ask("POST /api/articles/{id}/upvote", 200, { at, token });
    await ask("POST /api/articles/{id}/upvote", 200, { at, token });
    await ask("POST /api/articles/{id}/upvote", 403, { at, token: author.token });
    await ask("DELETE /api/articles/{id}/upvote", 200, { at, token });
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
    await ask(`POST ${path}`, 400, { at, token, body: { content: "Yes.", parentId: unknown } });
    const { body: list } = await ask(`GET ${path}`, 200, { at });
    expect(list).toMatchObject([
      { id: first, parentId: null, upvotes: 0 },
      { id: second, parentId: first },
      { id: third, parentId: second },
    ]);
    await ask(`GET ${path}`, 404, { at: unknown });
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
    const list = await ask("GET /api/reviews", 200, { query: "?limit=1" });
    expect(nextPath(list.response)).not.toBeNull();
    await ask("GET /api/reviews", 200);
    await ask("GET /api/reviews", 400, { query: "?hub=none" });
    expect((await ask("GET /api/research-hubs", 200)).body).toHaveLength(6);
  });

  test("for categories", async () => {
    await addArticle({ category: "governance" });
    for (const at of ["governance", "macro"]) {
      await ask("GET /api/categories/{slug}", 200, { at });
      await ask("GET /api/categories/{slug}/articles", 200, { at });
    }
    await ask("GET /api/categories/{slug}", 404, { at: "none" });
    await ask("GET /api/categories/{slug}/articles", 404, { at: "none" });
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
    const other = "POST /api/sentiment-recommendations/generate";
    await ask(other, 201, { token });
    expect((await ask(other, 201, { token })).body.isPreview).toBe(true);
    await ask(other, 429, { token });
    const third = await addSignedIn();
    expect((await ask(other, 201, { token: third.token })).body.isPreview).toBe(true);
    for (const kind of ["momentum", "sentiment"]) {
      const preview = `POST /api/${kind}-recommendations/preview`;
      const { token } = await addSignedIn();
      await ask(preview, 200, { token });
      await ask(preview, 429, { token });
    }
    await addMomentum(new Date("2026-02-04T10:30:00Z"));
    await addSentiment(new Date("2026-02-08T23:30:00Z"));
    for (const kind of ["momentum", "sentiment"]) {
      const list = await ask(`GET /api/${kind}-recommendations`, 200, { query: "?limit=1" });
      await ask(`GET /api/${kind}-recommendations`, 200);
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
    await ask(effects, 404, { at: unknown });
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
    const response = await failing(argsFor("/api/anything", { log }));
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

  test("for every operation when it succeeds, and for every error", () => {
    const ours = operations.filter(({ operation }) => !PERSONAL_TAGS.has(operation.tags[0]!));
    const calls = ours.map(({ name }) => `${name} 2xx`);
    // Checked in protocol.test.ts; the server itself refuses a body that is too large (wire.test.ts).
    const elsewhere = ["Unauthorized", "UnsupportedMediaType", "ContentTooLarge"];
    // Checked above.
    const here = ["InternalError", "MethodNotAllowed"];
    const errors = Object.keys(document.components.responses).filter(
      (name) => ![...elsewhere, ...here].includes(name),
    );
    expect([...calls, ...errors].filter((what) => !seen.has(what))).toEqual([]);
  });
});
