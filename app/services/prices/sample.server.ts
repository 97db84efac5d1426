import { RECOMMENDATIONS } from "~/config/page-tags";
import { addDays, dayOf, type Day } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { SAMPLE_START, samplePrices, sampledTokens } from "~/domain/sample-prices";
import { addCloses, lastDay } from "~/models/price.server";
import { tokensInUse } from "~/models/recommendation.server";
import { isSampleDatabase } from "../sample-content.server";
import { invalidate } from "../cache/invalidation.server";

/** Tokens with sample prices back to `SAMPLE_START`, for backtests. */
const FULL_HISTORY: ReadonlySet<string> = new Set(momentumAssets);
/** The days of sample prices of the other tokens: enough for the demo recommendations. */
const RECENT_DAYS = 16 * 7;

/** Extends the sample prices of the demo's tokens, and of those in use, to yesterday; existing ones are kept. */
export async function prepareSamplePrices(today: Day): Promise<void> {
  const yesterday = addDays(today, -1);
  const assets = new Set([...sampledTokens, ...(await tokensInUse())]);
  const missing = await Promise.all(
    [...assets].map(async (asset) => {
      const last = await lastDay("sample", asset);
      const start = FULL_HISTORY.has(asset) ? SAMPLE_START : addDays(today, -RECENT_DAYS);
      const from = last ? addDays(last, 1) : start;
      const closes = from > yesterday ? [] : samplePrices(asset, from, yesterday);
      return closes.map((close) => ({ asset, ...close }));
    }),
  );
  // Stored in order of days per token, so that after a crash only the latest days are missing.
  const closes = missing.flat();
  await addCloses("sample", closes);
  if (closes.length) await invalidate(RECOMMENDATIONS);
}

/** Extends the sample prices if the database holds sample content. */
export async function updateSamplePrices(now = new Date()): Promise<void> {
  if (await isSampleDatabase()) await prepareSamplePrices(dayOf(now));
}
