/** How a server stops taking requests without losing one that has arrived. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** How long requests in flight may take once the server is to stop. */
export const GRACE_MS = 10_000;
/** How long requests are taken on after that, for those that are on their way. */
const ARRIVAL_MS = 250;
/** How much longer where they do not cease. */
const MOST_ARRIVAL_MS = 2000;

/** What is under way on a connection. */
interface Connection {
  answer: ServerResponse | null;
  /** How much had been read when the last answer was over; what comes after that is a request. */
  bytesRead: number;
}

/**
 * Tracks which connections have a request in flight, so that the others can be closed: Node's own
 * `closeIdleConnections` ignores those that a browser has opened and not used yet.
 *
 * @returns what takes no more connections and lets requests in flight finish. Requests and connections
 *   that wait in the system's queues are taken on before, since closing resets them. Until it is to hurry,
 *   it leaves idle connections open for one request more
 */
export function drainOnStop(server: Server): (hurry: AbortSignal) => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let arrivals = 0;
  let isDraining = false;
  let isClosing = false;

  server.on("connection", (socket: Socket) => {
    arrivals += 1;
    connections.set(socket, { answer: null, bytesRead: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    arrivals += 1;
    const connection = connections.get(socket);
    if (connection) connection.answer = res;
    if (isDraining) res.setHeader("Connection", "close");
    res.once("close", () => {
      if (connection?.answer !== res) return;
      connection.answer = null;
      connection.bytesRead = socket.bytesRead;
      if (isClosing) void closeIdle();
    });
  });

  /** Waits for a turn of the event loop in which nothing arrived: then nothing waits any more. */
  async function untilQuiet(): Promise<void> {
    const deadline = performance.now() + MOST_ARRIVAL_MS;
    let before;
    await nextTurn();
    do {
      before = arrivals;
      await nextTurn();
    } while (arrivals !== before && performance.now() < deadline);
  }

  async function closeIdle(): Promise<void> {
    await untilQuiet();
    for (const [socket, { answer, bytesRead }] of connections) {
      // Part of a request has arrived where more was read.
      if (!answer && socket.bytesRead === bytesRead) socket.destroySoon();
    }
  }

  return async (hurry) => {
    isDraining = true;
    for (const { answer } of connections.values()) {
      if (answer && !answer.headersSent) answer.setHeader("Connection", "close");
    }
    await wait(ARRIVAL_MS);
    await untilQuiet();
    // That of the HTTP server would close connections that are idle.
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
  if (!hurry.aborted) await wait(atMostMs, undefined, { signal: hurry }).catch(() => {});
}
