/** Stops a server without losing a request that has already arrived. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

/** How long requests in flight may take once the server stops. */
export const GRACE_MS = 10_000;
/** How long new requests are still accepted once the server stops, for those already on their way. */
const ARRIVAL_MS = 250;
/** How much longer they are accepted at most, if they keep arriving. */
const MAX_ARRIVAL_MS = 2000;

/** The state of a connection. */
interface Connection {
  /** The response in progress. */
  response: ServerResponse | null;
  /** The socket's `bytesRead` when the last response ended: if it grows, a request is arriving. */
  bytesRead: number;
}

/**
 * Tracks which connections have a request in flight, so that the idle ones can be closed: Node's own
 * `closeIdleConnections` ignores those that a browser has opened and not used yet.
 * @returns a function that stops accepting connections and resolves when the requests in flight have finished. It
 *   first accepts the requests and connections that wait in the system's queues, because closing would reset them.
 *   Until `hurry` is aborted, idle connections stay open for one more request
 */
export function drainOnStop(server: Server): (hurry: AbortSignal) => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let arrivals = 0;
  let isDraining = false;
  let isClosing = false;

  server.on("connection", (socket: Socket) => {
    arrivals += 1;
    connections.set(socket, { response: null, bytesRead: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    arrivals += 1;
    const connection = connections.get(socket);
    if (connection) connection.response = res;
    if (isDraining) res.setHeader("Connection", "close");
    res.once("close", () => {
      if (connection?.response !== res) return;
      connection.response = null;
      connection.bytesRead = socket.bytesRead;
      if (isClosing) void closeIdle();
    });
  });

  /** Waits for a turn of the event loop in which nothing arrives: then the system's queues are empty. */
  async function untilQuiet(): Promise<void> {
    const deadline = performance.now() + MAX_ARRIVAL_MS;
    let before;
    await nextTurn();
    do {
      before = arrivals;
      await nextTurn();
    } while (arrivals !== before && performance.now() < deadline);
  }

  async function closeIdle(): Promise<void> {
    await untilQuiet();
    for (const [socket, { response, bytesRead }] of connections) {
      // If more bytes have been read, part of a request has arrived.
      if (!response && socket.bytesRead === bytesRead) socket.destroySoon();
    }
  }

  return async (hurry) => {
    isDraining = true;
    for (const { response } of connections.values()) {
      if (response && !response.headersSent) response.setHeader("Connection", "close");
    }
    await delay(ARRIVAL_MS);
    await untilQuiet();
    // The HTTP server's own `close` would also close idle connections.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => resolve()),
    );
    await Promise.race([closed, untilHurry(hurry, server.keepAliveTimeout + GRACE_MS)]);
    isClosing = true;
    await closeIdle();
    const timer = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, GRACE_MS);
    await closed;
    clearTimeout(timer);
  };
}

async function untilHurry(hurry: AbortSignal, atMostMs: number): Promise<void> {
  if (!hurry.aborted) await delay(atMostMs, undefined, { signal: hurry }).catch(() => {});
}
