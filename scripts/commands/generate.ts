/** `npm run generate`: makes a recommendation now, as a weekly timer does. */
import { environment } from "~/config/env.server";
import { inWords, sharesOf } from "~/domain/allocation";
import { engines, type Engine } from "~/domain/engines";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { Refusal } from "~/services/errors";
import { generate } from "~/services/recommendations.server";
import { onTrouble } from "~/services/troubles.server";

const USAGE = `Usage:
  npm run generate -- momentum     from the closes of BTC, SOL and USDT
  npm run generate -- sentiment    from what the community wrote in the last seven days`;

const isEngine = (word: string | undefined): word is Engine =>
  engines.some((name) => name === word);

async function make(kind: Engine): Promise<string> {
  const { day, allocation, rationale } = await generate(kind);
  return `New ${kind} recommendation of ${day}: ${inWords(sharesOf(allocation))}\n${rationale}`;
}

onTrouble(({ what, error }) => {
  console.error(error instanceof Error ? `${what}: ${error.message}` : what);
});

const [kind, ...rest] = process.argv.slice(2);
if (!isEngine(kind) || rest.length) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await startDatabase(environment());
  try {
    console.log(await make(kind));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, cause } = error;
    console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
