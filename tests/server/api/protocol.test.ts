import { describe, expect, test } from "vitest";
import type { Parameter } from "~/utils/openapi/describe-calls.server";
import { call } from "../../setup/api";
import { expectAnswer } from "../../setup/api-answers";
import { document, found, operations } from "../../setup/api-document";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, someReview } from "../../setup/people";

useDatabase();

const unknown = "65f0c0ffee65f0c0ffee65f0";
const filled = (path: string) =>
  path
    .replace(/\{slug\}/, "stocks")
    .replace(/\{(seq|version)\}/, "1")
    .replace(/\{\w+\}/, unknown);

test.each(Object.keys(document.paths))(
  "%s answers a preflight with the methods it allows, and any other method with a 405",
  async (pattern) => {
    const path = filled(pattern);
    const methods = Object.keys(document.paths[pattern] ?? {}).map((name) => name.toUpperCase());
    const allow = methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
    const preflight = await call(path, { method: "OPTIONS" });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe(allow);
    expect(preflight.headers.get("Allow")).toBe(allow);
    const all = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
    for (const method of all.filter((name) => !allow.split(", ").includes(name))) {
      const response = await call(path, { method });
      expect(response.status, method).toBe(405);
      expect(response.headers.get("Allow")).toBe(allow);
      expect(await response.json()).toEqual({ error: "Method not allowed" });
    }
  },
);

const named = (wanted: typeof operations) => wanted.map((one) => [one.name, one] as const);

/** Calls that merely use a token list an empty kind of security beside it. */
const protectedCalls = operations.filter(
  ({ operation: { security } }) =>
    security.length > 0 && security.every((scheme) => Object.keys(scheme).length),
);
test.each(named(protectedCalls))(
  "%s needs a token, before the body is read",
  async (_, { path, method, operation }) => {
    const { browserSecret, cookie } = await addSignedIn({ isMember: true });
    const text = method === "get" ? undefined : "not even JSON";
    for (const token of [undefined, browserSecret, "x".repeat(43)]) {
      const sent = { method: method.toUpperCase(), token, text, headers: { Cookie: cookie } };
      const response = await call(filled(path), sent);
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      const answer = await expectAnswer(operation.responses["401"]!, response);
      expect(answer).toEqual({ error: "Authentication required" });
    }
  },
);

const callsWithBody = operations.filter(({ operation }) => operation.requestBody);
test.each(named(callsWithBody))(
  "%s needs an object in JSON",
  async (_, { path, method, operation }) => {
    const { token } = await addSignedIn();
    const send = (text: string, type = "application/json") => {
      const headers = { "Content-Type": type };
      return call(filled(path), { method: method.toUpperCase(), token, text, headers });
    };
    expect((await send("{")).status).toBe(400);
    const asText = await send("{}", "text/plain");
    expect(asText.status).toBe(415);
    await expectAnswer(operation.responses["415"]!, asText);
    for (const text of ["null", "7", '"text"', "[]"]) {
      const response = await send(text);
      expect(response.status, text).toBe(400);
      const answer = await expectAnswer(operation.responses["400"]!, response);
      expect(answer).toEqual({ error: expect.any(String), fieldErrors: {} });
    }
  },
);

describe("a body", () => {
  const send = (text: string | Buffer<ArrayBuffer>, type: string) =>
    call("/api/auth/login", { method: "POST", text, headers: { "Content-Type": type } });
  const JSON_TYPE = "application/json";
  const NOT_JSON = [400, "The body is not valid JSON."];
  const WRONG_TYPE = [415, "The body must be application/json."];
  const WRONG_CHARSET = [415, "The text must be UTF-8."];
  const WRONG_BYTES = [400, "The text is not valid UTF-8."];

  test.each<[string, string | Buffer<ArrayBuffer>, string, (number | string)[]]>([
    ["that is empty", "", JSON_TYPE, NOT_JSON],
    ["with a null byte", "\0", JSON_TYPE, NOT_JSON],
    ["that goes on after its end", '{"a":1}}', JSON_TYPE, NOT_JSON],
    ["that is a form", "{}", "application/x-www-form-urlencoded", WRONG_TYPE],
    ["in parts", "{}", "multipart/form-data; boundary=x", WRONG_TYPE],
    ["of a similar type", "{}", "application/jsonp", WRONG_TYPE],
    ["without a type", "{}", "", WRONG_TYPE],
    ...["iso-8859-1", "utf-16", "utf-7", '"utf-32"', "utf-80", "utf-8; charset=latin1"].map(
      (name): [string, string, string, (number | string)[]] => [
        `in ${name}`,
        "{}",
        `${JSON_TYPE}; Charset=${name}`,
        WRONG_CHARSET,
      ],
    ),
    ["with a Latin-1 letter", Buffer.from('{"email":"é"}', "latin1"), JSON_TYPE, WRONG_BYTES],
    [
      "with half a letter",
      Buffer.from('{"email":"é"}').subarray(0, 11),
      `${JSON_TYPE}; charset=utf-8`,
      WRONG_BYTES,
    ],
    ["with an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22]), JSON_TYPE, WRONG_BYTES],
    ["in UTF-16 with its mark", Buffer.from("\ufeff{}", "utf16le"), JSON_TYPE, WRONG_BYTES],
    [
      "in UTF-8, said to be ASCII",
      Buffer.from('{"email":"é"}'),
      `${JSON_TYPE}; charset=us-ascii`,
      WRONG_BYTES,
    ],
  ])("%s is refused", async (_, text, type, [status, error]) => {
    const response = await send(text, type);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  test.each([
    ["{}", "application/json; charset=utf-8"],
    ["{}", "Application/JSON"],
    ["{}", 'application/json;charset="UTF8"'],
    ["{}", "application/json; charset=US-ASCII; x=y"],
    ["\ufeff{}", "application/json"],
  ])("%j sent as %s is read", async (text, type) => {
    expect((await (await send(text, type)).json()).fieldErrors).toHaveProperty("email");
  });

  test("with half a surrogate pair is refused, and a replacement character that was typed is kept", async () => {
    const { token } = await addSignedIn();
    const path = `/api/articles/${(await addArticle()).id}/comments`;
    for (const half of ["\\ud800", "\\udc00\\ud800", "\\u0000"]) {
      const response = await call(path, { token, text: `{"content":"One ${half} two"}` });
      expect(response.status, half).toBe(400);
      expect((await response.json()).fieldErrors).toHaveProperty("content");
    }
    const content = "One \ufffd two 😀";
    expect(await (await call(path, { token, body: { content } })).json()).toMatchObject({
      content,
    });
  });
});

const lists = operations.flatMap(({ path, operation }) => {
  const parameters = (operation.parameters ?? []).map((one) => found<Parameter>(one));
  const limit = parameters.find(({ name }) => name === "limit");
  return limit ? [[path, Number(limit.schema.maximum)] as const] : [];
});
test.each(lists)("%s names an invalid limit or cursor", async (path, maximum) => {
  const { token } = await addSignedIn();
  for (const query of ["limit=0", `limit=${maximum + 1}`, "limit=", "cursor=x", "cursor=%00"]) {
    const response = await call(`${filled(path)}?${query}`, { token });
    expect(response.status, query).toBe(400);
    const { error, fieldErrors } = await response.json();
    expect(error).toBe("Some fields are invalid.");
    expect(Object.keys(fieldErrors)).toEqual([query.split("=")[0]]);
  }
});

describe("a poll", () => {
  test.each([
    ...["/api/articles", "/api/articles/:id", "/api/articles/:id/comments"],
    ...["/api/research-hubs", "/api/reviews", "/api/reviews?hub=bonds&q=x"],
    ...["/api/categories/stocks", "/api/categories/stocks/articles", "/api/ledger"],
    ...["/api/momentum-recommendations", "/api/sentiment-recommendations"],
  ])("of an unchanged %s is a 304 without a body", async (pattern) => {
    const path = pattern.replace(":id", (await addArticle()).id);
    const first = await call(path);
    expect(first.status).toBe(200);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^(W\/)?".+"$/);
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    for (const asked of [tag, `"other", ${tag}`, "*"]) {
      const second = await call(path, { headers: { "If-None-Match": asked } });
      expect([second.status, await second.text()]).toEqual([304, ""]);
      expect(second.headers.get("ETag")).toBe(tag);
    }
    expect((await call(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    const head = await call(path, { method: "HEAD" });
    expect([head.status, [...head.headers]]).toEqual([200, [...first.headers]]);
  });

  test("with a token may be stored by its client alone", async () => {
    const { token } = await addSignedIn();
    const { headers } = await call("/api/articles", { token });
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("Vary")).toBe("Authorization");
  });

  test("after a write is a 200 for what has changed, and a 304 for the rest", async () => {
    const { id } = await addArticle();
    const { token } = await addSignedIn();
    const changed = [
      ...["/api/articles", `/api/articles/${id}`, `/api/articles/${id}/comments`],
      ...["/api/reviews", "/api/reviews?hub=bonds", "/api/research-hubs"],
    ];
    const paths = [...changed, "/api/reviews?hub=macro"];
    const tagOf = async (path: string) => (await call(path)).headers.get("ETag") ?? "";
    const tags = await Promise.all(paths.map(tagOf));
    await call(`/api/articles/${id}/comments`, { token, body: { content: "Yes." } });
    await call("/api/reviews", { token, body: someReview({ category: "rates" }) });
    for (const [i, path] of paths.entries()) {
      const response = await call(path, { headers: { "If-None-Match": tags[i] ?? "" } });
      expect(response.status, path).toBe(changed.includes(path) ? 200 : 304);
    }
  });
});

test.each([
  ...["/api/nothing", "/api/articles/1/2/3", "/api/auth", "/api/../api/x", "/api/reviews/1/2"],
  ...["/api/categories", "/api/categories/stocks/articles/1", "/api/research-hub"],
])("the unknown path %s is a 404 in JSON, with any method", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await call(path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({ error: "Not found" });
  }
  // Otherwise scripts of other sites could not read the 404.
  const preflight = await call(path, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, POST");
});
