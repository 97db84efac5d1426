/** `npm run generate`: makes a recommendation now, as a weekly timer does, or checks one. */
import { describeShares, sharesOf } from "~/domain/allocation";
import { engines, type Engine } from "~/domain/engines";
import { generate, isReproducible } from "~/services/recommendations/reproduce.server";
import { onWarning } from "~/services/warnings.server";
import { actOnDatabase } from "../lib/on-database";

const USAGE = `Usage:
  npm run generate -- momentum     from the closes of BTC, SOL and USDT
  npm run generate -- sentiment    from what the community wrote in the last seven days
  npm run generate -- check ID     computes a recommendation once more from what is stored of it, and
                                   ends with status 1 when something else comes of that`;

const isEngine = (word: string | undefined): word is Engine =>
  engines.some((name) => name === word);

async function make(kind: Engine): Promise<string> {
  const { day, allocation, rationale } = await generate(kind);
  return `New ${kind} recommendation of ${day}: ${describeShares(sharesOf(allocation))}\n${rationale}`;
}

async function check(id: string): Promise<string> {
  if (await isReproducible(id)) return `Recommendation ${id} comes of its inputs once more.`;
  process.exitCode = 1;
  return `Recommendation ${id} does not come of its inputs: the engine has changed since.`;
}

/** @returns what the words of the command ask for, or `null` */
function wanted([word, id, ...rest]: readonly string[]): (() => Promise<string>) | null {
  if (word === "check" && id && !rest.length) return () => check(id);
  return isEngine(word) && id === undefined ? () => make(word) : null;
}

onWarning(({ message, error }) => {
  console.error(error instanceof Error ? `${message}: ${error.message}` : message);
});

const act = wanted(process.argv.slice(2));
if (!act) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await actOnDatabase(act);
}
