/** The HTTP server, and its responses to data that is not valid HTTP. */
import { createServer, STATUS_CODES, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Environment } from "~/config/env.server";
import type { Lifecycle } from "~/lifecycle.server";
import { MAX_BODY_BYTES } from "./middleware/body-limit";

/** Longer than the default of proxies, or a proxy could send a request on a connection that is closing. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000;
const KEEP_ALIVE_MS = 5_000;

/** After these the connection is closed in order, and the client's next one may reach another process. */
const REQUESTS_PER_CONNECTION = 1_000;

/** Enough for a building full of browsers behind one address, each with six connections. */
const CONNECTIONS_PER_ADDRESS = 500;

/** How long a client whose request could not be parsed may take to read the response. */
const READ_RESPONSE_MS = 2_000;

/** Creates an HTTP server whose timeouts end only connections slower than those of any honest client. */
export function createHttpServer(
  { TRUST_PROXY, RATE_LIMITS }: Pick<Environment, "TRUST_PROXY" | "RATE_LIMITS">,
  { addressKey }: Pick<Lifecycle, "addressKey">,
): Server {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: TRUST_PROXY > 0 ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    // The application responds to a missing Host header itself, with its usual headers.
    requireHostHeader: false,
  });
  server.setTimeout(120_000);
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  // All connections of a proxy come from one address, and the proxy has limits of its own.
  if (RATE_LIMITS && TRUST_PROXY === 0) limitConnections(server, addressKey);
  server.on("clientError", respondToUnparsable);
  // A client that sends `Expect: 100-continue` gets the error for a body over the limit before it sends the body.
  server.on("checkContinue", (req, res) => {
    if (Number(req.headers["content-length"] ?? 0) <= MAX_BODY_BYTES) res.writeContinue();
    server.emit("request", req, res);
  });
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
  return server;
}

/** Limits the open connections of each address: they are open files, of which a process can have only so many. */
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
 * Listens on the host and port that the environment sets.
 * @returns the address of the site
 * @throws ListenError if the server cannot listen there
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

/** Responds to data that could not be parsed as a request, unless a response is being sent on the connection. */
function respondToUnparsable(
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
  // Data that still arrives is discarded. Closing with unread data would reset the connection and lose the response.
  socket.resume();
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), READ_RESPONSE_MS).unref();
}
