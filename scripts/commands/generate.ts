/** `npm run generate`: makes a recommendation now, or checks stored recommendations and the ledger. */
import { describeShares, sharesOf } from "~/domain/allocation";
import { engines, type Engine } from "~/domain/engines";
import { checkLedger } from "~/services/ledger-checks/check-ledger.server";
import { checkRecommendation } from "~/services/ledger-checks/check-recommendation.server";
import type { Fault } from "~/services/ledger/comparison";
import { recommendationEngines } from "~/services/recommendations/engines.server";
import { onWarning } from "~/services/warnings.server";
import { plural } from "~/utils/format";
import { printFromDatabase, type Command, type CommandContext } from "../lib/command";

const USAGE = `Usage:
  npm run generate -- momentum     makes a recommendation from the closes of BTC, SOL and USDT
  npm run generate -- sentiment    makes one from what the community wrote in the last seven days
                                   Both count as scheduled: the first of each week enters the track record.
  npm run generate -- check ID     recomputes a recommendation from its inputs, scores its texts again if they
                                   still exist, and compares everything that is stored with the ledger
  npm run generate -- check        checks the whole ledger, and compares every stored recommendation with it
A check lists every difference, and exits with status 1 if there are any.`;

/** At most so many faults are listed. */
const LISTED = 100;

/** The text to print, and the exit code. */
type Done = [text: string, code: number];

const isEngine = (word: string | undefined): word is Engine =>
  engines.some((name) => name === word);

async function make(kind: Engine): Promise<string> {
  const { day, allocation, rationale } = await recommendationEngines[kind].generateAsSystem();
  return `New ${kind} recommendation of ${day}: ${describeShares(sharesOf(allocation))}\n${rationale}`;
}

async function checkOne(id: string): Promise<Done> {
  const { faults, notes, entries } = await checkRecommendation(id);
  const lines = [
    faults.length
      ? `Recommendation ${id} fails the check. Its data or the engine has been altered:`
      : `Recommendation ${id} follows from its inputs and matches the ledger.`,
    ...listed(faults, faults.length),
    ...Object.values(entries).map(
      ({ kind, seq, hash, at }) => `Ledger entry ${seq} (${kind}) of ${at.toISOString()}: ${hash}`,
    ),
    ...notes.map((note) => `Note: ${note}.`),
  ];
  return [lines.join("\n"), faults.length ? 1 : 0];
}

async function checkAll(): Promise<Done> {
  const { head, entries, recommendations, notes, ...found } = await checkLedger(LISTED);
  const lines = [
    `Checked ${plural(entries, "ledger entry", "ledger entries")} and ` +
      `${plural(recommendations, "recommendation")}: ${found.faultCount ? "there are differences." : "no differences."}`,
    ...listed(found.faults, found.faultCount),
    head
      ? `The root of ${plural(head.size, "entry", "entries")} is ${head.root}`
      : "The ledger is empty.",
    ...[...notes].map(([note, count]) => `Note on ${plural(count, "recommendation")}: ${note}.`),
  ];
  return [lines.join("\n"), found.faultCount ? 1 : 0];
}

function listed(faults: readonly Fault[], count: number): string[] {
  const lines = faults.slice(0, LISTED).map(({ field, problem }) => `  ${field}: ${problem}`);
  return count > lines.length ? [...lines, `  and ${count - lines.length} more`] : lines;
}

/** @returns the action that the command line requests, or `null` if it is invalid */
function parse({ args }: CommandContext): (() => Promise<Done>) | null {
  const [word, id, ...rest] = args;
  if (rest.length) return null;
  if (word === "check") return id === undefined ? checkAll : () => checkOne(id);
  return isEngine(word) && id === undefined ? async () => [await make(word), 0] : null;
}

export const run: Command = async (context) => {
  const act = parse(context);
  if (!act) {
    context.printError(USAGE);
    return 2;
  }
  const stop = onWarning(({ message, error }) =>
    context.printError(error instanceof Error ? `${message}: ${error.message}` : message),
  );
  let code = 0;
  const failed = await printFromDatabase(context, async () => {
    const [text, exitCode] = await act();
    code = exitCode;
    return text;
  });
  stop();
  return failed || code;
};
