import { expect, it } from "vitest";
import { useSite } from "../../setup/site";
import { dial, head } from "../../setup/raw-connection";

const site = useSite({ LOG_LEVEL: "info" });

const lines = () =>
  site()
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const requests = () => lines().filter(({ msg }) => msg === "request");

it("writes one line for a request, with its path but no query, headers or body", async () => {
  const response = await fetch(`${site().origin}/login?secret-query=secret-value&redirectTo=%2Fx`, {
    method: "POST",
    headers: {
      Cookie: "session=secret-cookie",
      Authorization: "Bearer secret-token",
      Origin: site().origin,
      "User-Agent": "secret-agent",
    },
    body: new URLSearchParams({ email: "secret@example.org", password: "secret-password" }),
  });
  await response.text();
  const id = response.headers.get("x-request-id");
  await expect.poll(() => requests().filter(({ requestId }) => requestId === id)).toHaveLength(1);
  expect(requests().find(({ requestId }) => requestId === id)).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    pid: site().pid,
    requestId: id,
    method: "POST",
    path: "/login",
    status: response.status,
    durationMs: expect.any(Number),
    msg: "request",
  });
  expect(site().logs()).not.toContain("secret");
});

it("writes no line for health checks and existing assets", async () => {
  await fetch(`${site().origin}/healthz`);
  await fetch(`${site().origin}/readyz`);
  await fetch(`${site().origin}/nothing-here`);
  await expect.poll(() => lines().some(({ path }) => path === "/nothing-here")).toBe(true);
  expect(lines().filter(({ path }) => /^\/(healthz|readyz|assets)/.test(String(path)))).toEqual([]);
});

it("logs a body over the limit as a 413, at level info", async () => {
  const answer = await dial(
    site().origin,
    head(
      "POST /login HTTP/1.1",
      "Content-Type: application/x-www-form-urlencoded",
      "Transfer-Encoding: chunked",
    ) + `11000\r\n${"x".repeat(0x11000)}\r\n`,
  ).ended;
  const id = /^X-Request-Id: (\S+)\r$/m.exec(answer)?.[1];
  const told = () => requests().filter(({ requestId }) => requestId === id);
  await expect.poll(told).toHaveLength(1);
  expect(told()).toMatchObject([{ level: "info", status: 413 }]);
});

it.each([
  ["/login", "application/x-www-form-urlencoded"],
  ["/login.data", "application/x-www-form-urlencoded"],
  ["/login", "multipart/form-data; boundary=x"],
  ["/api/auth/login", "application/json"],
])("does not log an aborted upload as an error: %s, %s", async (path, type) => {
  const id = async (length: string, body: string) => {
    const before = lines().length;
    const wire = dial(
      site().origin,
      head(`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, length) + body,
    );
    await new Promise((resolve) => wire.socket.once("connect", resolve));
    // Ensures that the server has started on the upload: it answers this later request after that.
    await fetch(`${site().origin}/healthz`);
    wire.socket.destroy();
    await expect.poll(() => lines().length).toBeGreaterThan(before);
    return lines().slice(before);
  };
  for (const told of [
    await id("Content-Length: 1000", "email=x"),
    await id("Transfer-Encoding: chunked", "7\r\nemail=x\r\n"),
  ]) {
    expect(told).toMatchObject([{ level: "info", status: null, msg: "request aborted" }]);
  }
});

it("has no warning of a library when a colour scheme is set without a redirect", async () => {
  const body = new URLSearchParams({ scheme: "dark" });
  const response = await fetch(`${site().origin}/theme`, { method: "POST", body });
  expect(await response.json()).toEqual({ scheme: "dark" });
  expect(response.headers.get("set-cookie")).toMatch(/^scheme=/);
  const wrong = await fetch(`${site().origin}/theme`, {
    method: "POST",
    body: "scheme=x",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(wrong.status).toBe(400);
  // The last test checks that nothing but JSON was written.
});

it("warns about a request that was refused for its origin, with the reason", async () => {
  await fetch(`${site().origin}/login?x=secret`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  await expect
    .poll(() => lines().find(({ event }) => event === "foreign-origin"))
    .toMatchObject({
      level: "warn",
      origin: "https://evil.example",
      own: new URL(site().origin).host,
      address: "127.0.0.0/24",
    });
  expect(site().logs()).not.toContain('127.0.0.1"');
  expect(site().logs()).not.toContain("secret");
});

const SECRET = "q3l9Jb0yTnX7dK2vR8sW5uZ1aE6cG4fH0iM9oP2tYwQ";

/** Sends a target as it is, which `fetch` would normalise. @returns what the log has as its path */
async function loggedPath(target: string, ...headers: string[]) {
  const answer = await dial(site().origin, head(`GET ${target} HTTP/1.1`, ...headers)).ended;
  const id = /^X-Request-Id: (\S+)\r$/m.exec(answer)?.[1];
  const told = () => requests().filter(({ requestId }) => requestId === id);
  await expect.poll(told).toHaveLength(1);
  return told()[0]!.path;
}

it.each([
  [`/reset/${SECRET}`, "/reset/…"],
  [`/reset/${SECRET}/`, "/reset/…"],
  [`/reset/${SECRET}.data`, "/reset/…"],
  [`/reset/${SECRET}?_data=routes%2Freset`, "/reset/…"],
  [`/prove-email/${SECRET}`, "/prove-email/…"],
  [`/change-email/${SECRET}`, "/change-email/…"],
  [`/restore-email/${SECRET}`, "/restore-email/…"],
  [`//RESET/${SECRET}`, "//RESET/…"],
  [`/x/../reset/${SECRET}`, "/x/../reset/…"],
  [`/./reset/./${SECRET}`, "/./reset/./…"],
  [`/%72eset/${SECRET}`, "/…"],
  [`/change%2Demail/${SECRET}`, "/…"],
  [`/reset%2F${SECRET}`, "/…"],
  [`/reset;x/${SECRET}`, "/…"],
  [`/reset\\${SECRET}`, "/…"],
  [`/reset/%20${SECRET.slice(0, 20)}%20${SECRET.slice(20)}`, "/reset/…"],
  [`/reset/${SECRET.slice(0, 20)}=${SECRET.slice(20)}`, "/reset/…"],
  [`/api/auth/reset/${SECRET}`, "/api/auth/reset/…"],
  [`/nothing-like-it/${SECRET}/more`, "/nothing-like-it/…"],
  [`/dev/outbox?key=${SECRET}`, "/dev/outbox"],
  [`/login?redirectTo=/reset/${SECRET}`, "/login"],
  [`http://127.0.0.1/reset/${SECRET}`, "/…"],
])("leaves the secret of a mailed link out: %s", async (target, path) => {
  const referer = `Referer: ${site().origin}/reset/${SECRET}`;
  expect(await loggedPath(target, referer)).toBe(path);
  expect(site().logs()).not.toContain(SECRET.slice(20));
});

it.each([
  "/article/65f0c0ffee65f0c0ffee65f0/changes/2",
  "/api/sentiment-recommendations/65f0c0ffee65f0c0ffee65f0",
  "/api/account/second-factor/recovery-codes",
  "/momentum/track-record.csv.data",
  "/.well-known/ledger-key.pem",
])("has the path of a page or a call as it is: %s", async (path) => {
  expect(await loggedPath(path)).toBe(path);
});

it("has the site's address as its only line that is not JSON", () => {
  const plain = site()
    .logs()
    .split("\n")
    .filter((line) => line && !line.startsWith("{"));
  expect(plain).toEqual([site().origin]);
});
