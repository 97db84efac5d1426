/** `npm run prices:update`: fetches the missing closes of every token in use. */
import { SingleBar } from "cli-progress";
import {
  describeFailure,
  describeRefused,
  updatePrices,
  type PriceUpdate,
} from "~/services/prices/prices.server";
import { plural } from "~/utils/format";
import { withDatabase, type Command, type CommandContext } from "../lib/command";
import { forceOption, parsePriceArguments } from "../lib/forced-closes";

const USAGE = `Usage:
  npm run prices:update     asks the providers in PRICE_PROVIDERS, up to yesterday's close
  npm run prices:update -- --force BTC:2026-01-05

Implausible closes are reported and not stored, unless another provider confirms them within 3 %. --force
stores the provider's close of one asset and day even if it is implausible: compare it with another
source first. The exit status is 1 if no provider has yesterday's close of some token. Tokens that no
provider trades are listed, but do not count as missing.`;

async function update(forced: ReadonlySet<string>): Promise<PriceUpdate> {
  const bar = new SingleBar({
    format: "{bar} {value} of {total} tokens  {source}: {asset}",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(1, 0, { source: "", asset: "" });
  try {
    return await updatePrices({
      forced,
      onProgress({ done, all, asset, source }) {
        bar.setTotal(all);
        bar.update(done, { asset, source });
      },
    });
  } finally {
    bar.stop();
  }
}

/** @returns the exit code */
function report(
  { isSample, assets, changes, failures, refused, moreRefused, behind, untraded }: PriceUpdate,
  { print, printError }: CommandContext,
): number {
  if (isSample) {
    print("The database holds sample content: its sample prices go up to yesterday now.");
    return 0;
  }
  for (const failure of failures) printError(describeFailure(failure));
  for (const close of refused) {
    printError(`${describeRefused(close)}. To store it anyway: ${forceOption(close)}`);
  }
  if (moreRefused) printError(`and ${plural(moreRefused, "earlier implausible close")}`);
  print(`${plural(assets.length, "token")} checked, ${plural(changes, "close")} new or changed`);
  if (untraded.length) printError(`No provider in PRICE_PROVIDERS trades ${untraded.join(", ")}.`);
  if (!behind.length) return 0;
  printError(`Yesterday's close is missing for ${behind.join(", ")}.`);
  return 1;
}

export const run: Command = async (context) => {
  const args = parsePriceArguments(context.args);
  if (!args || args.positionals.length) {
    context.printError(USAGE);
    return 2;
  }
  return withDatabase(context, async () => {
    const code = report(await update(args.forced), context);
    if (!context.settings().PRICE_PROVIDERS.length) {
      context.printError("No provider was asked, because PRICE_PROVIDERS is none.");
    }
    return code;
  });
};
