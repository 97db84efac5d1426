/** `npm run fuzz`: starts a site of its own, sends random requests to it, and reports server errors. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { dataDirectory, startSite } from "../bench/servers";
import { fuzz, type FuzzOptions } from "../fuzz/run";
import { ensureBuilt } from "../lib/build.mjs";
import type { Command, CommandContext } from "../lib/command";
import { say } from "../lib/project.mjs";

const USAGE = `Usage:
  npm run fuzz                                10,000 requests
  npm run fuzz -- --requests N --seed SEED    N requests, the same ones for the same seed
  npm run fuzz -- --seed SEED --only NUMBER   repeats one request of a run with this seed`;

/** @returns the options of the command line, or `null` if it is invalid */
function parse({ args }: CommandContext): Omit<FuzzOptions, "origin"> | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        requests: { type: "string", default: "10000" },
        seed: { type: "string", default: String(randomInt(1_000_000_000)) },
        only: { type: "string" },
      },
    });
    const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
    if (!numbers.every(([, value]) => Number.isSafeInteger(value) && value >= 0)) return null;
    const { requests, seed, only } = Object.fromEntries(numbers) as Record<string, number>;
    if (requests! < 1) return null;
    return { requests: Math.max(requests!, (only ?? 0) + 1), seed: seed!, only };
  } catch {
    return null;
  }
}

export const run: Command = async (context) => {
  const options = parse(context);
  if (!options) {
    context.printError(USAGE);
    return 2;
  }
  await ensureBuilt();
  const site = await startSite(dataDirectory("fuzz"), { DEMO: "1", LOG_LEVEL: "error" });
  context.print(`Seed ${options.seed}`);
  const onProgress = (sent: number) => say(`${sent.toLocaleString("en")} requests sent`);
  const { sent, statuses, failures } = await fuzz({ ...options, origin: site.origin, onProgress });
  await site.stop();
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  context.print(`${sent.toLocaleString("en")} requests; ${counts.join(", ")}`);
  for (const { number, outcome, request } of failures.slice(0, 50)) {
    context.print(`${outcome}  --only ${number}  ${request}`);
  }
  context.print(failures.length ? `${failures.length} failed.` : "None failed.");
  return failures.length ? 1 : 0;
};
