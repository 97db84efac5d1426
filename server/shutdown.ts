/** How the process ends: in order when it is asked to, at once when nothing can be relied on. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { GRACE_MS } from "./drain";
import type { Order } from "./messages";

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
  /** Takes the steps of the stop after a start that has failed, and exits with 1. */
  afterFailedStart(): Promise<void>;
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

  const takeSteps = async () => {
    for (const step of steps.reverse()) {
      await step(stopping.signal).catch((error: unknown) => log?.error({ err: error }, "stopping"));
    }
  };
  const end = async () => {
    // A start may take as long as requests in flight.
    await Promise.race([starting?.catch(() => {}), wait(GRACE_MS)]);
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
      // A stop that was asked for meanwhile goes on.
      if (ending) return ending;
      stopping.abort();
      ending = Promise.race([takeSteps(), wait(GRACE_MS)]);
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

/** After an error nobody expected, the state of the process is unknown: it is logged, and we exit. */
export function exitOnUnexpected(log: Logger): void {
  const exit = (error: unknown, origin: string) => {
    log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, origin);
    process.exit(1);
  };
  process.on("uncaughtException", exit);
  process.on("unhandledRejection", (reason) => exit(reason, "unhandledRejection"));
}
