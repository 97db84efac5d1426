/**
 * `npm run bench`: measures the performance of the built site, compared with a bare Remix site.
 * `--quick` measures less of everything, `--only PART` only one part.
 */
import { parseArgs } from "node:util";
import { extentOf, type BenchExtent } from "../bench/extent";
import { benchGeneration } from "../bench/generation";
import { benchPages, benchProcesses } from "../bench/pages";
import { machine } from "../bench/report";
import { keepResult } from "../bench/result-page";
import { benchSearch } from "../bench/search";
import { benchInputs } from "../bench/inputs";
import { ensureBuilt } from "../lib/build.mjs";
import type { Command, CommandContext } from "../lib/command";
import { inProject, say } from "../lib/project.mjs";

const USAGE = `Usage:
  npm run bench                        all parts; writes the results to docs/benchmarks.md
  npm run bench -- --only PART         pages, processes, generation, search or inputs
  npm run bench -- --quick             less of everything; only prints the results
  npm run bench -- --seconds SECONDS   the length of each measurement of a page; only prints the results`;

interface Options {
  extent: BenchExtent;
  parts: readonly Part[];
  /** Whether the results are written to docs/benchmarks.md: not those of a quick or shortened run. */
  isKept: boolean;
}

const parts = {
  pages: { title: "Pages", run: (extent: BenchExtent) => benchPages(extent) },
  processes: { title: "Two processes", run: (extent: BenchExtent) => benchProcesses(extent) },
  generation: {
    title: "A sentiment recommendation",
    run: ({ sizes }: BenchExtent) =>
      benchGeneration(sizes.length > 1 ? [1_000, 10_000, 100_000] : [1_000, 10_000]),
  },
  search: {
    title: "The search",
    run: ({ sizes }: BenchExtent) =>
      sizes.length > 1 ? benchSearch([1_000, 100_000], 50) : benchSearch([1_000, 10_000], 10),
  },
  inputs: { title: "The dearest inputs", run: () => benchInputs() },
};
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** @returns the options of the command line, or `null` if it is invalid */
function parse({ args }: CommandContext): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string" },
        seconds: { type: "string" },
      },
    });
    const { quick, only } = values;
    const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
    if (seconds !== undefined && !(seconds >= 0.2 && seconds <= 20)) return null;
    const wanted = names.filter((name) => only === undefined || name === only);
    if (!wanted.length) return null;
    const isKept = !quick && seconds === undefined;
    return { extent: extentOf({ quick, seconds }), parts: wanted, isKept };
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
  for (const name of options.parts) {
    const { title, run } = parts[name];
    const result = `${machine()}.\n\n${await run(options.extent)}`;
    context.print(`## ${title}\n\n${result}\n`);
    if (!options.isKept) continue;
    keepResult(inProject("docs/benchmarks.md"), name, result);
    say(`Wrote the result of ${name} to docs/benchmarks.md.`);
  }
  return 0;
};
