/** Ends the process: gracefully when it is asked to, at once after an unexpected error. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { GRACE_MS } from "./drain";

// A running primary keeps its code while the workers load newer builds, so these messages must stay compatible.

/** From the primary: stop as on SIGTERM, or leave new connections to other workers and exit after the last open one. */
export type PrimaryMessage = "stop" | "retire";

/** From a worker process: it now serves requests. */
export interface ServingMessage {
  serving: {
    /** The site's address. */
    address: string;
    /** How many worker processes there should be. */
    workers: number;
    logLevel: string;
  };
}

/** A step of the shutdown, which waits for it. It should hurry once the signal is aborted. */
type Step = (hurry: AbortSignal) => Promise<void>;

/** The shutdown of the process, and the steps that it takes. */
export interface Shutdown {
  readonly stopping: boolean;
  /** Sets the log that the shutdown writes to from now on. */
  logTo(log: Logger): void;
  /**
   * Runs the start. A stop in the meantime aborts it, and closes nothing before it has ended; errors that
   * it throws then are ignored.
   */
  duringStart(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Takes the shutdown steps after a failed start, and exits with 1. */
  afterFailedStart(): Promise<void>;
  /** Adds a shutdown step; the newest is taken first. */
  afterwards(step: Step): void;
}

/**
 * Takes the shutdown steps and exits on SIGTERM or SIGINT, when the primary orders it, or when the primary has
 * died. A second signal exits at once. A process that retires leaves new connections to other workers, and does
 * not hurry to close its own.
 */
export function stopOnSignal(): Shutdown {
  const steps: Step[] = [];
  let log: Logger | undefined;
  const stopping = new AbortController();
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;
  let signals = 0;

  const takeSteps = async () => {
    for (const step of steps.reverse()) {
      await step(stopping.signal).catch((error: unknown) => log?.error({ err: error }, "stopping"));
    }
  };
  const end = async () => {
    // Allows the start as much time as requests in flight.
    await Promise.race([starting?.catch(() => {}), delay(GRACE_MS)]);
    await takeSteps();
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
    async afterFailedStart() {
      // A stop that was requested in the meantime goes on.
      if (ending) return ending;
      stopping.abort();
      ending = Promise.race([takeSteps(), delay(GRACE_MS)]);
      await ending;
      process.exit(1);
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
  process.on("message", (order: PrimaryMessage) => {
    if (order === "stop") stop({ order });
    if (order === "retire") retire();
  });
  // A closing terminal sends SIGHUP to all processes; the primary decides what to do.
  process.on("SIGHUP", () => {});
  worker.once("disconnect", () => {
    // Without this Node ends the process at once.
    worker.exitedAfterDisconnect = true;
    stop({ reason: "the primary process has ended" });
  });
}

/** Logs an unexpected error and exits, because the state of the process is unknown after it. */
export function exitOnUnexpected(log: Logger): void {
  const exit = (error: unknown, origin: string) => {
    log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, origin);
    process.exit(1);
  };
  process.on("uncaughtException", exit);
  process.on("unhandledRejection", (reason) => exit(reason, "unhandledRejection"));
}
