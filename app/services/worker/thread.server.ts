/** The entry module of the worker thread: it runs the calls from `worker.server.ts`. */
import { parentPort } from "node:worker_threads";
import { jobs } from "./jobs.server";
import type { ThreadAnswer, ThreadCall } from "./worker.server";

type Methods = Record<string, ((...args: unknown[]) => unknown) | undefined>;

const noJob = Promise.resolve<Methods>({});
/** The current job. Calls that arrive while it is loading wait for it, and run in order of arrival. */
let job = noJob;

parentPort?.on("message", (call: ThreadCall) => {
  void answer(call).then((message) => parentPort?.postMessage(message));
});

async function answer(call: ThreadCall): Promise<ThreadAnswer> {
  const { id } = call;
  try {
    if ("begin" in call) {
      job = jobs[call.begin]() as Promise<unknown> as Promise<Methods>;
      await job;
      return { id, result: undefined };
    }
    if ("end" in call) {
      job = noJob; // Releases the job's memory now, instead of when the next job begins.
      return { id, result: undefined };
    }
    return { id, result: await (await job)[call.method]!(...call.args) };
  } catch (error) {
    return { id, error };
  }
}
