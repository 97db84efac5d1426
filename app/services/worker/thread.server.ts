/** The entry module of the worker thread: it runs the calls from `worker.server.ts`. */
import { parentPort } from "node:worker_threads";
import { addTokens } from "~/domain/tokens";
import { jobs } from "./jobs.server";
import type { ThreadAnswer, ThreadCall } from "./worker.server";

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** The current job. Calls that arrive while it is loading wait for it, and run in order of arrival. */
let job: Promise<Methods>;

parentPort?.on("message", (call: ThreadCall) => {
  if ("begin" in call) {
    addTokens(call.tokens);
    job = jobs[call.begin]() as Promise<unknown> as Promise<Methods>;
  }
  const run = async () =>
    "begin" in call ? void (await job) : (await job)[call.method]!(...call.args);
  void run()
    .then(
      (result): ThreadAnswer => ({ id: call.id, result }),
      (error: unknown): ThreadAnswer => ({ id: call.id, error }),
    )
    .then((answer) => parentPort?.postMessage(answer));
});
