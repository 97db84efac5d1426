/** Runs long computations in a worker thread, so that they do not block the event loop. */
import { Worker } from "node:worker_threads";
import { addedTokens, type AddedTokens } from "~/domain/tokens";
import type { JobName, Jobs } from "./jobs.server";
import { threadUrl } from "./thread-url.server";

type Call = { begin: JobName; tokens: AddedTokens } | { method: string; args: unknown[] };
export type ThreadCall = { id: number } & Call;

/** The response of a thread to the call with that id. */
export type ThreadAnswer = { id: number } & ({ result: unknown } | { error: unknown });

/** A job as seen by the caller: each method returns a promise of the thread's result. */
export type RemoteJob<Job> = {
  [Method in keyof Job]: Job[Method] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** How long an idle thread is kept, because starting a thread takes longer than most jobs. */
const IDLE_MS = 10_000;

const idle: Thread[] = [];

/**
 * Runs a job in a worker thread. Arguments and results are copied, which takes time in this thread too, so pass and
 * fetch long lists some thousand rows at a time.
 * @param use calls the job's methods; when it has finished, the thread may be given to another caller
 * @param signal terminates the thread, even in the middle of a computation
 * @throws what a method throws, the signal's reason, or the error that ended the thread
 */
export async function inWorker<Name extends JobName, Result>(
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
    // `use` starts at once, so that its work outside of the thread does not wait for a new thread to start.
    const [, result] = await Promise.all([
      thread.ask({ begin: name, tokens: addedTokens() }),
      use(thread.job<Jobs[Name]>()),
    ]);
    thread.release();
    return result;
  } catch (error) {
    await thread.end();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

class Thread {
  private readonly worker = new Worker(threadUrl, { execArgv: [] });
  private readonly waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: unknown) => void }
  >();
  private calls = 0;
  /** The error that ended the thread; new calls fail with it. */
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

  /** Takes the thread for a job, and keeps the process alive meanwhile. */
  hold(): void {
    clearTimeout(this.ending);
    this.worker.ref();
  }

  /** Makes the thread available to other jobs for some time, without keeping the process alive. */
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
          // If the job itself is awaited, it is checked for a `then` method.
          method === "then"
            ? undefined
            : (...args: unknown[]) => this.ask({ method: String(method), args }),
      },
    );
    return methods as RemoteJob<Job>;
  }

  /** Rejects all pending calls, and terminates the thread. */
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
