/** How the process ends: in order when it is asked to, at once when nothing can be relied on. */
import cluster, { type Worker } from "node:cluster";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Order } from "./messages";

/** How long requests in flight, or a start, may take once the process has been asked to stop. */
const GRACE_MS = 10_000;

/** What the end of the process still waits for. Hurries once the signal is aborted. */
type Step = (hurry: AbortSignal) => Promise<void>;

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
  afterwards(step: Step): void;
}

/**
 * Takes the steps of the stop on SIGTERM or SIGINT, on an order of the primary, or when that has died,
 * and exits. A second signal exits at once. A process that retires leaves new connections to others, and
 * does not hurry with its own.
 */
export function stopOnSignal(): Shutdown {
  const steps: Step[] = [];
  let log: Logger | undefined;
  const stopping = new AbortController();
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;
  let signals = 0;

  const end = async () => {
    await Promise.race([starting?.catch(() => {}), wait(GRACE_MS)]);
    for (const step of steps.reverse()) {
      await step(stopping.signal).catch((error: unknown) => log?.error({ err: error }, "stopping"));
    }
    log?.info("stopped");
    process.exit(0);
  };
  const stop = (reason: object) => {
    if (stopping.signal.aborted) return;
    log?.info(reason, "stopping");
    stopping.abort();
    ending ??= end();
  };
  const retire = () => {
    if (ending) return;
    log?.info("retiring");
    ending = end();
  };
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    stop({ signal });
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  if (cluster.worker) obeyPrimary(cluster.worker, { stop, retire });
  else process.on("SIGHUP", onSignal);

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

interface Ending {
  stop(reason: object): void;
  retire(): void;
}

function obeyPrimary(worker: Worker, { stop, retire }: Ending): void {
  process.on("message", (order: Order) => {
    if (order === "stop") stop({ order });
    if (order === "retire") retire();
  });
  // A terminal that closes sends it to all processes; what comes of it is for the primary to say.
  process.on("SIGHUP", () => {});
  worker.once("disconnect", () => {
    // Without this Node ends the process at once.
    worker.exitedAfterDisconnect = true;
    stop({ reason: "the primary process has ended" });
  });
}

/**
 * Tracks which connections have a request in flight, so that the others can be closed: Node's own
 * `closeIdleConnections` ignores those that a browser has opened and not used yet.
 *
 * @returns what takes no more connections and lets requests in flight finish. Until it is to hurry, it
 *   leaves the others open for one request more: closed just as that is on its way, it would be lost
 */
export function drainOnStop(server: Server): Step {
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

  return async (hurry) => {
    draining = true;
    // That of the HTTP server would close connections that are idle.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => resolve()),
    );
    for (const res of inFlight.values()) {
      if (res && !res.headersSent) res.setHeader("Connection", "close");
    }
    await Promise.race([closed, untilHurry(hurry, server.keepAliveTimeout + GRACE_MS)]);
    for (const [socket, res] of inFlight) if (!res) socket.destroy();
    const timer = setTimeout(() => inFlight.forEach((_res, socket) => socket.destroy()), GRACE_MS);
    await closed;
    clearTimeout(timer);
  };
}

async function untilHurry(hurry: AbortSignal, atMostMs: number): Promise<void> {
  if (!hurry.aborted) await wait(atMostMs, undefined, { signal: hurry }).catch(() => {});
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
