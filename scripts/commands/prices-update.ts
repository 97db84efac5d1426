/** `npm run prices:update`: fetches the closes that are missing of every token in use. */
import { SingleBar } from "cli-progress";
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { describeFailure, updatePrices, type PriceUpdate } from "~/services/prices/prices.server";
import { plural } from "~/utils/format";

const USAGE = `Usage:
  npm run prices:update     asks the providers of PRICE_PROVIDERS, up to yesterday's close

It ends with status 1 when yesterday's close of some token is not known from any of them. What
none of them trades is named, and nothing is expected of it.`;

async function run(): Promise<PriceUpdate> {
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
      onProgress({ done, all, asset, source }) {
        bar.setTotal(all);
        bar.update(done, { asset, source });
      },
    });
  } finally {
    bar.stop();
  }
}

function tell({ isSample, assets, changes, failures, behind, untraded }: PriceUpdate): void {
  if (isSample) {
    console.log("The database holds sample content: its sample prices go up to yesterday now.");
    return;
  }
  for (const failure of failures) {
    console.error(describeFailure(failure));
  }
  console.log(
    `${plural(assets.length, "token")} looked at, ${plural(changes, "close")} new or changed`,
  );
  if (untraded.length) {
    console.error(`Nobody of PRICE_PROVIDERS trades ${untraded.join(", ")}.`);
  }
  if (!behind.length) return;
  console.error(`Yesterday's close is not known of ${behind.join(", ")}.`);
  process.exitCode = 1;
}

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const { PRICE_PROVIDERS, ...settings } = environment();
  await startDatabase(settings);
  try {
    tell(await run());
    if (!PRICE_PROVIDERS.length) console.error("Nobody is asked: PRICE_PROVIDERS is none.");
  } finally {
    await closeDatabase();
  }
}
