/** Measures the generation of a sentiment recommendation, alone and while pages are requested. */
import { fork } from "node:child_process";
import { inProject, say, ScriptError } from "../lib/project.mjs";
import { measureGeneration, measurePages, type GenerationFigures, type Week } from "./week";
import { plainTable } from "./report";
import { dataDirectory, endWithRun, startSite } from "./workshop";

/** The pages that are requested while a recommendation is made. */
const PAGES = ["/", "/community"];
/** How often each generation is measured. Only the first one runs code that is not compiled yet. */
const REPETITIONS = 3;

/** @param weeks the sizes to measure: the number of documents in the week of a recommendation */
export async function benchGeneration(weeks: readonly number[]): Promise<string> {
  const rows: string[][] = [];
  for (const size of weeks) {
    const dataDir = dataDirectory(`week-${size}`);
    const { token, documents, mentions, scoringSeconds } = await fillWeekApart(dataDir, size);
    const inWords = `${documents.toLocaleString("en")} documents, ${mentions.toLocaleString("en")} mentions`;
    say(
      `Found and scored the mentions of ${inWords} in ${scoringSeconds.toFixed(1)} s of processor time.`,
    );
    const site = await startSite(dataDir);
    const quiet = await measurePages(site, PAGES);
    const alone: GenerationFigures[] = [];
    const besides: GenerationFigures[] = [];
    for (let time = 0; time < REPETITIONS; time += 1) {
      alone.push(await measureGeneration(site, token));
      besides.push(await measureGeneration(site, token, PAGES));
    }
    await site.stop();
    rows.push(
      [inWords, "only pages", "", ...cells([quiet])],
      ["", "generation alone", seconds(alone), ...cells(alone)],
      ["", "generation and pages", seconds(besides), ...cells(besides)],
    );
  }
  const heads = [
    ...["in the week", "", "made in", "event loop held, at most"],
    ...["pages meanwhile, median", "at most"],
  ];
  return plainTable([heads, ...rows]);
}

/**
 * Runs `fillWeek` in a separate process, because it takes a gigabyte of memory, which the measuring process would
 * otherwise keep.
 */
function fillWeekApart(dataDir: string, size: number): Promise<Week> {
  const child = fork(inProject("scripts/bench/week-process.mjs"), [dataDir, String(size)]);
  endWithRun(child);
  return new Promise((resolve, reject) => {
    child.once("message", (week) => resolve(week as Week));
    child.once("exit", () => reject(new ScriptError("The week could not be filled.")));
  });
}

/** Formats the durations of the fastest and the slowest generation. */
function seconds(figures: readonly GenerationFigures[]): string {
  const all = figures.map((figure) => figure.seconds);
  return `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)} s`;
}

function cells(figures: readonly Omit<GenerationFigures, "seconds">[]): string[] {
  const held = Math.max(...figures.map(({ heldMs }) => heldMs));
  const pages = figures.flatMap(({ pagesMs }) => pagesMs).sort((a, b) => a - b);
  const middle = pages[Math.floor(pages.length / 2)];
  const slowest = pages.at(-1);
  return [held, middle, slowest].map((ms) => (ms === undefined ? "" : `${Math.round(ms)} ms`));
}
