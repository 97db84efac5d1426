import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { useSite } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

const site = useSite({ LOG_LEVEL: "info" });
const LIMIT = 64 * 1024;
const FORM = "application/x-www-form-urlencoded";

/** Posts a body of `size` bytes, as a form to a page or as JSON to the API. */
function post(path: string, size: number, { chunked = false } = {}) {
  const json = path.startsWith("/api");
  const body = json ? JSON.stringify("x".repeat(size - 2)) : `email=${"x".repeat(size - 6)}`;
  return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    const headers = {
      "Content-Type": json ? "application/json" : FORM,
      ...(chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(size) }),
    };
    const sending = request(site().origin + path, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (data) => (text += data));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: String(answer.headers["content-type"]),
          body: text,
        }),
      );
    });
    sending.on("error", reject);
    for (let at = 0; at < body.length; at += 16_384) sending.write(body.slice(at, at + 16_384));
    sending.end();
  });
}

describe.each([false, true])("a body (chunked: %s)", (chunked) => {
  it("is read up to the limit", async () => {
    expect((await post("/login", LIMIT, { chunked })).status).toBe(400);
    expect((await post("/api/auth/login", LIMIT, { chunked })).status).toBe(400);
  });

  it.each([LIMIT + 1, 1_000_000, 3_000_000])(
    "of %i bytes is a 413, which the client can read",
    async (size) => {
      const page = await post("/login", size, { chunked });
      expect(page).toMatchObject({ status: 413, type: "text/html; charset=utf-8" });
      const call = await post("/api/auth/login", size, { chunked });
      expect(call).toMatchObject({ status: 413, type: "application/json; charset=utf-8" });
      expect(JSON.parse(call.body)).toEqual({
        error: "More than 64 KiB were sent, which is over the limit.",
      });
    },
  );
});

it("refuses a body with too large a Content-Length before reading it", async () => {
  const { origin } = site();
  const announced = head("POST /login HTTP/1.1", `Content-Type: ${FORM}`, "Content-Length: 999999");
  const wire = dial(origin, announced);
  expect(statusIn(await wire.until(/\r\n\r\n/))).toBe(413);
  wire.socket.destroy();
});

it("answers Expect: 100-continue with 413 if the body is too large", async () => {
  const ask = (length: number) =>
    head(
      "POST /login HTTP/1.1",
      `Content-Type: ${FORM}`,
      `Content-Length: ${length}`,
      "Expect: 100-continue",
    );
  const large = dial(site().origin, ask(999_999));
  expect(statusIn(await large.until(/\r\n\r\n/))).toBe(413);
  large.socket.destroy();
  const small = dial(site().origin, ask(7));
  expect(statusIn(await small.until(/\r\n\r\n/))).toBe(100);
  small.send("email=x");
  expect(statusIn(await small.ended)).toBe(400);
});

it("sends a 413 that a client can read after sending its whole body", async () => {
  const size = 3_000_000;
  const wire = dial(site().origin);
  wire.socket.pause();
  wire.send(head("POST /login HTTP/1.1", `Content-Type: ${FORM}`, `Content-Length: ${size}`));
  for (let sent = 0; sent < size; sent += 100_000) {
    await new Promise((resolve) => wire.socket.write("x".repeat(100_000), resolve));
  }
  wire.socket.resume();
  expect(statusIn(await wire.ended)).toBe(413);
});

it("closes the connection of a client that keeps sending, and serves the next", async () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const start = head("POST /login HTTP/1.1", `Content-Type: ${FORM}`, "Transfer-Encoding: chunked");
  const wire = dial(site().origin, start + chunk);
  const flood = setInterval(() => wire.send(chunk), 1);
  const answer = await wire.ended;
  clearInterval(flood);
  expect(statusIn(answer)).toBe(413);
  expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
});

it("survives an aborted upload", async () => {
  for (const path of ["/login", "/api/auth/login"]) {
    const type = path === "/login" ? FORM : "application/json";
    const wire = dial(
      site().origin,
      `${head(`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, "Content-Length: 100")}email=`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    wire.socket.destroy();
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
  expect(site().logs()).not.toContain('"level":"fatal"');
});

it.each(["GET", "POST"])(
  "keeps the connection usable when no route reads the body: %s",
  async (method) => {
    const first = [
      `${method} /nothing-here HTTP/1.1`,
      "Host: 127.0.0.1",
      `Content-Type: ${FORM}`,
      "Transfer-Encoding: chunked",
      "",
      `a000\r\n${"x".repeat(0xa000)}\r\n0\r\n\r\n`,
    ].join("\r\n");
    const answer = await dial(site().origin, first + head("GET /healthz HTTP/1.1")).ended;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
  },
);

describe("a page", () => {
  const send = (type: string | null, body: string) =>
    dial(
      site().origin,
      head(
        "POST /login HTTP/1.1",
        ...(type ? [`Content-Type: ${type}`] : []),
        `Content-Length: ${body.length}`,
      ) + body,
    ).ended.then(statusIn);

  it("accepts only forms", async () => {
    expect(await send("application/json", "{}")).toBe(415);
    expect(await send("text/plain", "a=b")).toBe(415);
    expect(await send(null, "a=b")).toBe(415);
  });

  it("accepts an empty body without a content type", async () => {
    expect(await send(null, "")).toBe(400);
  });

  it.each([
    ["more than 40 fields", FORM, `email=x${"&a=b".repeat(40)}`, 400],
    ["thousands of names", FORM, "&a".repeat(16_000), 400],
    ["bytes that are not UTF-8", FORM, "email=caf%E9", 400],
    ["another charset", `${FORM}; charset=iso-8859-1`, "email=caf\xe9", 415],
    [
      "40 fields",
      FORM,
      `email=x${Array.from({ length: 39 }, (_, i) => `&${"a".repeat(i + 1)}=b`).join("")}`,
      400,
    ],
  ])(
    "answers a form with %s, and the next request of the connection",
    async (_, type, body, status) => {
      const { origin } = site();
      const post = head(
        "POST /login HTTP/1.1",
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      );
      const first = post.replace("Connection: close\r\n", "") + body;
      const answer = await dial(origin, first + head("GET /healthz HTTP/1.1")).ended;
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
    },
  );

  it("shows a form that is refused with what was typed, in one chunk or in many", async () => {
    const body = `email=${"typed".repeat(100)}&password=x`;
    const wire = dial(
      site().origin,
      head("POST /login HTTP/1.1", `Content-Type: ${FORM}`, `Content-Length: ${body.length}`),
    );
    for (let at = 0; at < body.length; at += 50) {
      wire.send(body.slice(at, at + 50));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const answer = await wire.ended;
    expect(statusIn(answer)).toBe(400);
    expect(answer).toContain("typed".repeat(100));
  });

  it("returns 400 for a malformed form", async () => {
    expect(await send("multipart/form-data", "a=b")).toBe(400);
    expect(await send("multipart/form-data; boundary=x", "--y")).toBe(400);
  });
});
