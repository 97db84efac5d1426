/** Limits so that neither a single client nor all together can exhaust the process. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Duplex } from "node:stream";
import { pino, type Logger } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RequestHandler } from "express";
import { readEnvironment } from "~/config/env.server";
import { addressKey } from "~/utils/http/request-client.server";
import { queuePipelinedRequests } from "../../../server/pipelined-requests";
import { createApplication } from "../../../server/application";
import { createHttpServer } from "../../../server/listen";
import { testLoadLimits } from "../../setup/load-limits";
import { dial, head, statusIn } from "../../setup/raw-connection";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(server: Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Application {
  env?: Record<string, string>;
  routes: RequestHandler;
  log?: Logger;
  longestAnswerMs?: number;
}

function serveApplication({ env = {}, routes, ...rest }: Application): Promise<string> {
  const application = createApplication({
    environment: readEnvironment(env),
    siteName: () => "A site",
    log: pino({ level: "silent" }),
    isReady: () => true,
    loadLimits: testLoadLimits({ env, ...rest }),
    files: (_req, _res, next) => next(),
    routes,
  });
  return serve(createServer(application));
}

const answer: RequestHandler = (_req, res) => void res.send("ok");

/** Routes whose responses are held until `release()` is called. */
function heldRoutes() {
  const held: (() => void)[] = [];
  let isOpen = false;
  const routes: RequestHandler = (_req, res) => {
    if (isOpen) res.send("ok");
    else held.push(() => res.send("ok"));
  };
  const release = () => {
    isOpen = true;
    for (const go of held.splice(0)) go();
  };
  return { routes, held, release };
}

describe("the rate of reads", () => {
  test("is limited per minute, with a JSON response to API calls", async () => {
    const origin = await serveApplication({ env: { RATE_LIMIT_READS: "3" }, routes: answer });
    const statuses = [];
    for (const path of ["/", "/api/articles", "/community.data", "/healthz", "/"]) {
      statuses.push((await fetch(origin + path)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const refused = await fetch(`${origin}/api/articles`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      error: expect.stringMatching(
        /^Too many requests\. Please try again in \d+ (second|minute)s?\.$/,
      ),
    });
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(origin, { method: "POST" })).status, "answered by a page").toBe(429);
    // Writes to the API have limits of their own.
    expect((await fetch(`${origin}/api/reviews`, { method: "POST" })).status).toBe(200);
  });

  test.each([
    ["/api/../community", 429],
    ["/api/articles.data", 429],
    ["/%61pi/reviews", 200],
  ])("counts a post to %s by the route that Remix chooses", async (target, status) => {
    const origin = await serveApplication({ env: { RATE_LIMIT_READS: "1" }, routes: answer });
    expect((await fetch(origin)).status).toBe(200);
    const { ended } = dial(origin, head(`POST ${target} HTTP/1.1`));
    expect(statusIn(await ended)).toBe(status);
  });

  test("is counted by the address that a trusted proxy sends", async () => {
    const env = { RATE_LIMIT_READS: "1", TRUST_PROXY: "1" };
    const origin = await serveApplication({ env, routes: answer });
    const statusFor = async (address: string) =>
      (await fetch(origin, { headers: { "X-Forwarded-For": address } })).status;
    expect(await statusFor("192.0.2.1")).toBe(200);
    expect(await statusFor("192.0.2.1")).toBe(429);
    expect(await statusFor("192.0.2.2")).toBe(200);
    expect(await statusFor("2001:db8:1:1::1")).toBe(200);
    expect(await statusFor("2001:db8:1:1::2"), "the same customer's").toBe(429);
  });

  test("is shared behind an untrusted proxy, which is logged once", async () => {
    const log = pino({ level: "silent" });
    const warn = vi.spyOn(log, "warn");
    const env = { RATE_LIMIT_READS: "1" };
    const origin = await serveApplication({ env, routes: answer, log });
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      await fetch(origin, { headers: { "X-Forwarded-For": address } });
    }
    expect(warn.mock.calls).toEqual([[expect.stringContaining("TRUST_PROXY")]]);
  });
});

test.each([
  ["one address", "on", 100],
  ["all addresses", "off", 500],
])("the number of concurrent responses for %s is limited", async (_, RATE_LIMITS, most) => {
  const { routes, held, release } = heldRoutes();
  const origin = await serveApplication({ env: { RATE_LIMITS }, routes });
  const first = Array.from({ length: most }, () => fetch(origin));
  await expect.poll(() => held.length).toBe(most);

  const refused = await fetch(`${origin}/api/articles`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({ error: expect.any(String) });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);

  release();
  const statuses = (await Promise.all(first)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(async () => (await fetch(origin)).status).toBe(200);
});

test("clients that send a body slowly do not lock others out", async () => {
  const origin = await serveApplication({
    env: { RATE_LIMITS: "off" },
    routes: (req, res) => void req.resume().once("end", () => res.send("ok")),
  });
  const slow = Array.from({ length: 501 }, () =>
    dial(
      origin,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n",
    ),
  );
  await Promise.all(slow.map(({ socket }) => once(socket, "connect")));
  expect((await fetch(origin)).status).toBe(200);
  for (const { socket } of slow) socket.destroy();
});

describe("pipelined requests of one connection", () => {
  const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  test("are answered one after the other, in order", async () => {
    let atOnce = 0;
    let most = 0;
    let count = 0;
    const listener: RequestListener = (_req, res) => {
      most = Math.max(most, ++atOnce);
      const number = ++count;
      setImmediate(() => {
        atOnce -= 1;
        res.end(`answer ${number};`);
      });
    };
    const origin = await serve(createServer(queuePipelinedRequests(listener)));
    const { until, socket } = dial(origin, GET.repeat(20));
    const received = await until(/answer 20;/);
    expect([...received.matchAll(/answer (\d+);/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(most).toBe(1);
    socket.destroy();
  });
});

test("the number of connections of one address is limited", async () => {
  const server = directServer();
  const origin = await serve(server);
  const wires = Array.from({ length: 600 }, () => dial(origin));
  const refused = wires.slice(500);
  await Promise.all(refused.map(({ ended }) => ended));
  expect(await connectionsOf(server)).toBe(500);
  for (const { socket } of wires) socket.destroy();
});

test("the connections of a customer's IPv6 network count as those of one address", async () => {
  const server = directServer();
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read: () => {} }), { remoteAddress });
    server.emit("connection", socket);
    return socket;
  };
  const sockets = Array.from({ length: 500 }, (_, i) => connect(`2001:db8:1:1::${i.toString(16)}`));
  expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
  expect(connect("2001:db8:1:1:ffff::1").destroyed).toBe(true);
  const others = [connect("2001:db8:1:2::1"), connect("192.0.2.1")];
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  await once(sockets[0]!.destroy(), "close");
  // The refused one is not counted any more, either.
  const next = connect("2001:db8:1:1::1:1");
  expect(next.destroyed).toBe(false);
  expect(connect("2001:db8:1:1::1:2").destroyed).toBe(true);
  for (const socket of [...sockets, ...others, next]) socket.destroy();
});

const directServer = () => createHttpServer({ TRUST_PROXY: 0, RATE_LIMITS: true }, { addressKey });

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
