/** Measures several servers in turns, round by round, so that a slow moment of the machine is in all of them. */
import { say } from "../lib/project.mjs";
import { Results, sumOf } from "./figures";
import { measure, type Extent, type MeasuredRequest, type Task } from "./measure";
import type { Server } from "./workshop";
import { besideWriter } from "./writer";

/** What is measured in each round, and the name it has among the results. */
export interface Target {
  group: string;
  page: string;
  server: Server;
  /** Another server that is asked for the same at the same time, over half of the connections; the figures are of both. */
  neighbour?: Server;
  task: Task;
  /** Posted once a second meanwhile. */
  write?: () => MeasuredRequest;
  /** Done before each measurement. */
  prepare?: () => Promise<void>;
}

export interface Plan {
  connections: readonly number[];
  rounds: number;
  seconds: number;
  /** Before all: what is compiled and read once is not what is asked. */
  warmUpSeconds: number;
}

/** @throws ScriptError when any request fails */
export async function measureInTurns(targets: readonly Target[], plan: Plan): Promise<Results> {
  const results = new Results();
  for (const { server, neighbour, task } of targets) {
    const asked = { server, task, ...(neighbour && { neighbour }) };
    await measureOne(asked, 10, { duration: plan.warmUpSeconds });
  }
  for (const connections of plan.connections) {
    for (let round = 1; round <= plan.rounds; round += 1) {
      say(`${plural(connections)}, round ${round} of ${plan.rounds}`);
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
  extent: Extent,
) {
  await prepare?.();
  const measureTask = async () => {
    if (!neighbour) return measure(server, task, connections, extent);
    const half = connections / 2;
    return sumOf(
      await Promise.all([server, neighbour].map((one) => measure(one, task, half, extent))),
    );
  };
  return write ? besideWriter(server, write, measureTask) : measureTask();
}

const plural = (connections: number) =>
  connections === 1 ? "1 connection" : `${connections} connections`;
