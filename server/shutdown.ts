/** How the process ends: in order when it is asked to, at once when nothing can be relied on. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/** How long requests in flight, or a start, may take once the process has been asked to stop. */
const GRACE_MS = 10_000;

/** A stop that has been asked for, and what it still waits for. */
export interface Shutdown {
  readonly stopping: boolean;
  /** Has the stop logged from now on. */
  logTo(log: Logger): void;
  /**
   * Does the work of starting. A stop meanwhile aborts it, and closes nothing before it has ended;
   * what it throws then is of no interest.
   */
  duringStart(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Adds a step of the stop; the newest is the first to be taken. */
  afterwards(step: () => Promise<void>): void;
}

/** On SIGTERM or SIGINT takes the steps of the stop, and exits. A second signal exits at once. */
export function stopOnSignal(): Shutdown {
  const steps: (() => Promise<void>)[] = [];
  let log: Logger | undefined;
  const stopping = new AbortController();
  let starting: Promise<void> | undefined;

  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    log?.info({ signal }, "stopping");
    await Promise.race([starting?.catch(() => {}), wait(GRACE_MS)]);
    for (const step of steps.reverse()) {
      await step().catch((error: unknown) => log?.error({ err: error }, "stopping"));
    }
    log?.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));

  return {
    get stopping() {
      return stopping.signal.aborted;
    },
    async duringStart(work) {
      starting = work(stopping.signal);
      await starting.catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    },
    logTo: (given) => void (log = given),
    afterwards: (step) => void steps.push(step),
  };
}

/**
 * Tracks which connections have a request in flight, so that the others can be closed: Node's own
 * `closeIdleConnections` ignores those that a browser has opened and not used yet.
 *
 * @returns what takes no more connections and lets requests in flight finish
 */
export function drainOnStop(server: Server): () => Promise<void> {
  const inFlight = new Map<Socket, ServerResponse | null>();
  let draining = false;

  server.on("connection", (socket: Socket) => {
    inFlight.set(socket, null);
    socket.once("close", () => inFlight.delete(socket));
  });
  server.prependListener("request", (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    inFlight.set(socket, res);
    if (draining) res.setHeader("Connection", "close");
    res.once("close", () => {
      if (inFlight.get(socket) !== res) return;
      inFlight.set(socket, null);
      if (draining) socket.end();
    });
  });

  return async () => {
    draining = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const [socket, res] of inFlight) {
      if (!res) socket.destroy();
      else if (!res.headersSent) res.setHeader("Connection", "close");
    }
    const timer = setTimeout(() => inFlight.forEach((_res, socket) => socket.destroy()), GRACE_MS);
    await closed;
    clearTimeout(timer);
  };
}

/** After an error nobody expected, the state of the process is unknown: it is logged, and we exit. */
export function exitOnUnexpected(log: Logger): void {
  const exit = (error: unknown, origin: string) => {
    log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, origin);
    process.exit(1);
  };
  process.on("uncaughtException", exit);
  process.on("unhandledRejection", (reason) => exit(reason, "unhandledRejection"));
}
