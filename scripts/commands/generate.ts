/** `npm run generate`: makes a recommendation now, or checks stored recommendations and the ledger. */
import { describeShares, sharesOf } from "~/domain/allocation";
import { engines, type Engine } from "~/domain/engines";
import { findRow } from "~/models/recommendation.server";
import { notFoundError } from "~/services/errors";
import { findWrongHashes } from "~/services/ledger-export/check-stored-hashes.server";
import { checkTexts } from "~/services/ledger-export/check-texts.server";
import { readWholeExport } from "~/services/ledger-export/export-ledger.server";
import { checkpointsAttested } from "~/services/ledger/append-entry.server";
import { ledgerKey } from "~/services/ledger/checkpoint.server";
import { faultsOf } from "~/services/ledger/comparison";
import { formatVerifierKey } from "~/services/ledger/signed-note";
import { findDifferences, recommendationEngines } from "~/services/recommendations/engines.server";
import { onWarning } from "~/services/warnings.server";
import { report, Verification } from "../verify.mjs";
import { printFromDatabase, type Command, type CommandContext } from "../lib/command";

const USAGE = `Usage:
  npm run generate -- momentum     makes a recommendation from the closes of BTC, SOL and USDT
  npm run generate -- sentiment    makes one from what the community wrote in the last seven days
                                   Both count as scheduled: the first of each week enters the track record.
  npm run generate -- check        checks all recommendations, the track records and the ledger as
                                   scripts/verify.mjs does, and the stored hashes of the ledger
  npm run generate -- check ID     the same, and recomputes a recommendation from its stored inputs, with its
                                   rationale, and scores its texts again if they still exist
A check lists every difference, and exits with status 1 if there are any.`;

/** The text to print, and the exit code. */
type Done = [text: string, code: number];

const isEngine = (word: string | undefined): word is Engine =>
  engines.some((name) => name === word);

async function make(kind: Engine): Promise<string> {
  const { day, allocation, rationale } = await recommendationEngines[kind].generateAsSystem();
  await checkpointsAttested();
  return `New ${kind} recommendation of ${day}: ${describeShares(sharesOf(allocation))}\n${rationale}`;
}

/** Checks the site's own download as anybody else can, and what only the operator can: stored hashes, and texts. */
async function check(id?: string): Promise<Done> {
  const row = id === undefined ? null : await findShown(id);
  const verification = new Verification({ keys: [formatVerifierKey(ledgerKey())] });
  for await (const line of readWholeExport()) verification.add(line);
  verification.finish();
  for (const seq of await findWrongHashes()) {
    verification.faults.push(`entry ${seq}: the hashes that are stored with it are wrong`);
  }
  if (row) {
    const texts =
      row.kind === "sentiment" ? await checkTexts(row.id, row.facts) : { faults: [], notes: [] };
    const recomputed = faultsOf(await findDifferences(row.id), "follows from the inputs");
    for (const { field, problem } of [...recomputed, ...texts.faults]) {
      verification.faults.push(`recommendation ${id}: ${field}: ${problem}`);
    }
    verification.notes.push(...texts.notes);
  }
  return [report(verification).join("\n"), verification.faults.length ? 1 : 0];
}

/** @throws ServiceError `notFound` */
async function findShown(id: string) {
  const row = await findRow(id);
  if (!row) throw notFoundError("Recommendation");
  return row;
}

/** @returns the action that the command line requests, or `null` if it is invalid */
function parse({ args }: CommandContext): (() => Promise<Done>) | null {
  const [word, id, ...rest] = args;
  if (rest.length) return null;
  if (word === "check") return () => check(id);
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
