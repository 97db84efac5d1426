/** Does long work in a thread of its own, so that the site goes on answering meanwhile. */
import { Worker } from "node:worker_threads";
import type { Jobs } from "./jobs.server";
import { threadUrl } from "./thread-url.server";

/** What a thread is asked to do. */
export type ThreadCall = { id: number } & (
  { begin: keyof Jobs } | { method: string; args: unknown[] } | { end: true }
);

/** What a thread answers to the call with that id. */
export type ThreadAnswer = { id: number } & ({ result: unknown } | { error: unknown });

/** A job as its caller has it: each method's result comes from the thread, later. */
export type RemoteJob<Job> = {
  [Method in keyof Job]: Job[Method] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** How long a thread waits for its next job: to start one takes longer than most jobs. */
const IDLE_MS = 10_000;

/** Threads that have nothing to do. */
const idle: Thread[] = [];

/**
 * Does a job in a worker thread. All that is given to it is copied, which takes time on this side too:
 * long lists are to be given, and fetched, some thousand rows at a time.
 *
 * @param use calls the job's methods; the thread is another's when it is over
 * @param signal ends the thread, whatever it is computing
 * @throws what a method throws, the signal's reason, or why the thread has ended
 */
export async function inWorker<Name extends keyof Jobs, Result>(
  name: Name,
  use: (job: RemoteJob<Jobs[Name]>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  const thread = idle.pop() ?? new Thread();
  const abort = () => thread.fail(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    thread.hold();
    // What can be done without the thread need not wait until a new one has started.
    const [, result] = await Promise.all([
      thread.ask({ begin: name }),
      use(thread.job<Jobs[Name]>()),
    ]);
    await thread.ask({ end: true });
    thread.release();
    return result;
  } catch (error) {
    await thread.end();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

type Call = ThreadCall extends infer Each
  ? Each extends ThreadCall
    ? Omit<Each, "id">
    : never
  : never;

class Thread {
  private readonly worker = new Worker(threadUrl, { execArgv: [] });
  private readonly waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: unknown) => void }
  >();
  private calls = 0;
  /** Why it takes no more calls. */
  private failure: { error: unknown } | null = null;
  private ending: NodeJS.Timeout | undefined;

  constructor() {
    this.worker.on("message", (answer: ThreadAnswer) => {
      const call = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if ("error" in answer) call?.reject(answer.error);
      else call?.resolve(answer.result);
    });
    this.worker.on("error", (error) => this.fail(error));
    this.worker.on("exit", () => this.fail(new Error("the worker thread has ended")));
  }

  /** Has the process wait for what it is asked. */
  hold(): void {
    clearTimeout(this.ending);
    this.worker.ref();
  }

  /** Lets others have it for a time; the process may end meanwhile. */
  release(): void {
    idle.push(this);
    this.worker.unref();
    this.ending = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  ask(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.failure) throw this.failure.error;
      const id = (this.calls += 1);
      this.worker.postMessage({ ...call, id });
      this.waiting.set(id, { resolve, reject });
    });
  }

  job<Job>(): RemoteJob<Job> {
    const methods = new Proxy(
      {},
      {
        get: (_, method) =>
          // Whoever awaits the job itself asks whether it is a promise.
          method === "then"
            ? undefined
            : (...args: unknown[]) => this.ask({ method: String(method), args }),
      },
    );
    return methods as RemoteJob<Job>;
  }

  /** Breaks off what it is computing, and ends it. */
  fail(error: unknown): void {
    this.failure ??= { error };
    for (const { reject } of this.waiting.values()) reject(this.failure.error);
    this.waiting.clear();
    void this.end();
  }

  async end(): Promise<void> {
    const place = idle.indexOf(this);
    if (place >= 0) idle.splice(place, 1);
    await this.worker.terminate();
  }
}
