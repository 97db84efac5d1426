/** `npm run generate`: makes a recommendation now, as a weekly timer does, or checks one. */
import { describeShares, sharesOf } from "~/domain/allocation";
import { engines, type Engine } from "~/domain/engines";
import { SENTIMENT_METHOD } from "~/domain/sentiment/sentiment";
import {
  findDifferences,
  findFormerMethod,
  generate,
} from "~/services/recommendations/reproduce.server";
import { onWarning } from "~/services/warnings.server";
import { printFromDatabase, type Command, type CommandContext } from "../lib/command";

const USAGE = `Usage:
  npm run generate -- momentum     from the closes of BTC, SOL and USDT
  npm run generate -- sentiment    from what the community wrote in the last seven days
  npm run generate -- check ID     computes a recommendation once more from what is stored of it, names
                                   what differs, and ends with status 1 if anything does`;

const isEngine = (word: string | undefined): word is Engine =>
  engines.some((name) => name === word);

async function make(kind: Engine): Promise<string> {
  const { day, allocation, rationale } = await generate(kind);
  return `New ${kind} recommendation of ${day}: ${describeShares(sharesOf(allocation))}\n${rationale}`;
}

async function check(id: string): Promise<[string, number]> {
  const differences = await findDifferences(id);
  const note = noteOfMethod(await findFormerMethod(id));
  if (!differences.length) return [`Recommendation ${id} comes of its inputs once more.${note}`, 0];
  const lines = differences.map(
    ({ field, stored = "nothing", computed = "nothing" }) =>
      `  ${field}: ${stored} is stored, ${computed} comes of the inputs`,
  );
  return [
    [`Recommendation ${id} does not come of its inputs. It was altered, or the engine was:`]
      .concat(lines)
      .join("\n") + note,
    1,
  ];
}

const noteOfMethod = (former: number | null) =>
  former === null
    ? ""
    : `\nIt was made by method ${former} of the sentiment engine, now ${SENTIMENT_METHOD}. It is computed as that ` +
      "method did, from the scores that it gave; the texts would be scored otherwise today.";

/** @returns what the arguments ask for, with the exit code, or `null` if they are not understood */
function parse({ args }: CommandContext): (() => Promise<[string, number]>) | null {
  const [word, id, ...rest] = args;
  if (word === "check" && id && !rest.length) return () => check(id);
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
