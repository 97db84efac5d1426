/** Measures several servers alternately, round by round, so that a slow period of the machine affects all of them. */
import { say } from "../lib/project.mjs";
import { Results, sumOf } from "./figures";
import { measure, type MeasurementLength, type MeasuredRequest, type Task } from "./measure";
import type { Server } from "./workshop";
import { withWriter } from "./writer";

/** A measurement of each round, and its name among the results. */
export interface Target {
  group: string;
  page: string;
  server: Server;
  /** Another server that gets the same requests at the same time, over half of the connections; figures are summed. */
  neighbour?: Server;
  task: Task;
  /** Returns the request that is posted once a second during the measurement. */
  write?: () => MeasuredRequest;
  /** Called before each measurement. */
  prepare?: () => Promise<void>;
}

export interface Plan {
  connections: readonly number[];
  /** @returns how many rounds are measured with that number of connections */
  rounds: (connections: number) => number;
  seconds: number;
  /** The time before the first round, so that compilation and first reads are not measured. */
  warmUpSeconds: number;
}

/** @throws ScriptError if any request fails */
export async function measureInTurns(targets: readonly Target[], plan: Plan): Promise<Results> {
  const results = new Results();
  for (const { server, neighbour, task } of targets) {
    const asked = { server, task, ...(neighbour && { neighbour }) };
    await measureOne(asked, 10, { duration: plan.warmUpSeconds });
  }
  for (const connections of plan.connections) {
    const rounds = plan.rounds(connections);
    for (let round = 1; round <= rounds; round += 1) {
      say(`${plural(connections)}, round ${round} of ${rounds}`);
      for (const target of targets) {
        const { group, page } = target;
        const figures = await measureOne(target, connections, { duration: plan.seconds });
        results.add({ group, page, connections }, figures);
      }
    }
  }
  return results;
}

async function measureOne(
  { server, neighbour, task, write, prepare }: Omit<Target, "group" | "page">,
  connections: number,
  extent: MeasurementLength,
) {
  await prepare?.();
  const measureTask = async () => {
    if (!neighbour) return measure(server, task, connections, extent);
    const half = connections / 2;
    return sumOf(
      await Promise.all([server, neighbour].map((one) => measure(one, task, half, extent))),
    );
  };
  return write ? withWriter(server, write, measureTask) : measureTask();
}

const plural = (connections: number) =>
  connections === 1 ? "1 connection" : `${connections} connections`;
