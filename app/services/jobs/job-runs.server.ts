import { addJobRun, endJobRun } from "~/models/job-run.server";
import { reportWarning } from "../warnings.server";

/**
 * Runs a job, and records when it started and how it ended. That the record cannot be stored does not keep it from
 * running.
 * @param byId who started it; `null` if the site did
 * @param work returns its result in words
 * @throws what `work` throws
 */
export async function recordedRun(
  { job, byId }: { job: string; byId: string | null },
  work: () => Promise<string>,
): Promise<void> {
  const warn = reportWarning("the run of a job could not be recorded");
  const id = await addJobRun(job, byId).catch((error: unknown) => (warn(error), null));
  const end = async (outcome: Parameters<typeof endJobRun>[1]) => {
    if (id) await endJobRun(id, outcome).catch(warn);
  };
  try {
    await end({ result: await work() });
  } catch (error) {
    await end({ error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
