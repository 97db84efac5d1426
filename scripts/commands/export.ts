/** `npm run export`: writes the public download of the ledger to a file. */
import { writeExport } from "~/services/ledger-export/write-export.server";
import { printFromDatabase, type Command } from "../lib/command";

const USAGE = `Usage:
  npm run export     writes the ledger, and all that is recomputed from it, to exports/ledger.jsonl in DATA_DIR
Check the file with: node scripts/verify.mjs FILE`;

export const run: Command = async (context) => {
  if (!context.args.length) {
    return printFromDatabase(context, () => writeExport(context.settings().DATA_DIR));
  }
  context.printError(USAGE);
  return 2;
};
