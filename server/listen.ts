/** The HTTP server itself, and what it says to those who speak no HTTP. */
import { createServer, STATUS_CODES, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { BODY_LIMIT } from "./middleware/body-limit";

/** Longer than proxies keep theirs by default, or one would send a request into a closing one. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000;
const KEEP_ALIVE_MS = 5_000;

/** Of one connection; then it is closed in order, and the next one may come to another process. */
const MAX_REQUESTS = 1_000;

/** Connections of one address: a house full of browsers with six each. */
const CONNECTIONS_PER_ADDRESS = 500;

/** How long somebody whose request could not be read may take to read the answer to it. */
const READ_ANSWER_MS = 2_000;

/** A server that gives up on clients who are slower than any honest one. */
export function createHttpServer(
  { TRUST_PROXY, RATE_LIMITS }: Pick<Environment, "TRUST_PROXY" | "RATE_LIMITS">,
  { addressKey }: Pick<Lifecycle, "addressKey">,
): Server {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: TRUST_PROXY > 0 ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    // A missing Host is answered by the application, with the headers of its other answers.
    requireHostHeader: false,
  });
  server.setTimeout(120_000);
  server.maxRequestsPerSocket = MAX_REQUESTS;
  // All connections of a proxy come from one address; it has limits of its own.
  if (RATE_LIMITS && TRUST_PROXY === 0) limitConnections(server, addressKey);
  server.on("clientError", answerUnreadable);
  // A client that asks before it sends is told about a body over the limit without sending it.
  server.on("checkContinue", (req, res) => {
    if (Number(req.headers["content-length"] ?? 0) <= BODY_LIMIT) res.writeContinue();
    server.emit("request", req, res);
  });
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
  return server;
}

/** Open connections are open files, of which a process has only so many. */
function limitConnections(server: Server, addressKey: Lifecycle["addressKey"]): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? "");
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    socket.once("close", () => {
      const others = counts.get(key)! - 1;
      if (others) counts.set(key, others);
      else counts.delete(key);
    });
    if (count > CONNECTIONS_PER_ADDRESS) socket.destroy();
  });
}

/** The server cannot listen; the message says why, for the operator. */
class ListenError extends Error {
  override readonly name = "ListenError";

  constructor({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
    super(
      code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use; set PORT to another one.`
        : `Cannot listen on ${host}:${port}: ${message}`,
    );
  }
}

/**
 * Listens where the environment says.
 *
 * @returns the address of the site
 * @throws ListenError
 */
export async function listen(
  server: Server,
  { HOST, PORT }: Pick<Environment, "HOST" | "PORT">,
): Promise<string> {
  await new Promise<void>((listening, failed) =>
    server
      .once("error", (error) => failed(new ListenError(error, HOST, PORT)))
      .listen(PORT, HOST, listening),
  );
  const { port } = server.address() as AddressInfo;
  return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what never became a request, unless an answer is on its way over the same connection. */
function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: { headersSent: boolean } | null },
): void {
  if (!socket.writable || error.code === "ECONNRESET" || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ""] ?? 400;
  const body = `${STATUS_CODES[status]}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Cache-Control: no-store",
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: same-origin",
  ];
  // What still comes is not kept. Closed on it at once, the connection would be reset, and the answer lost.
  socket.resume();
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), READ_ANSWER_MS).unref();
}
