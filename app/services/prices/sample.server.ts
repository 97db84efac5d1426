import { addDays, dayOf, type Day } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { SAMPLE_START, samplePrices } from "~/domain/sample-prices";
import { tokens } from "~/domain/tokens";
import { addCloses, lastDay } from "~/models/price.server";
import { isSampleDatabase } from "../demo/sample-content.server";

/** Tokens whose sample prices begin at the beginning, for backtests. */
const WHOLE: ReadonlySet<string> = new Set(momentumAssets);
/** Of the others there is enough for every recommendation of the demonstration. */
const RECENT_DAYS = 16 * 7;

/**
 * Makes the sample prices of every token go up to yesterday. What is there stays, so that it costs
 * little when there is nothing to add.
 */
export async function prepareSamplePrices(today: Day): Promise<void> {
  const yesterday = addDays(today, -1);
  const missing = await Promise.all(
    tokens.map(async ({ symbol: asset }) => {
      const last = await lastDay("sample", asset);
      const start = WHOLE.has(asset) ? SAMPLE_START : addDays(today, -RECENT_DAYS);
      const from = last ? addDays(last, 1) : start;
      const closes = from > yesterday ? [] : samplePrices(asset, from, yesterday);
      return closes.map((close) => ({ asset, ...close }));
    }),
  );
  // Day after day for each token, so that what a crash leaves out is what comes last.
  await addCloses("sample", missing.flat());
}

/** The same in a database that holds sample content; in any other there are no sample prices. */
export async function keepSamplePrices(now = new Date()): Promise<void> {
  if (await isSampleDatabase()) await prepareSamplePrices(dayOf(now));
}
