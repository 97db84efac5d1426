/** Twelve momentum recommendations, made as the site makes them from closes that are made up. */
import { addDays, dayOf } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { samplePrices } from "~/domain/sample-prices";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { storeAssetCloses } from "~/models/price.server";
import { mondaysBefore } from "~/services/demo/demo-recommendations.server";
import { makeMomentum } from "~/services/recommendations/momentum.server";

/** More than twelve weeks, and what the first of them looks back at. */
const DAYS = 200;

/** Adds them to a data directory that no site has open. */
export async function fillRecommendations(dataDir: string, now = new Date()): Promise<void> {
  await startDatabase({ MONGODB_URI: undefined, DATA_DIR: dataDir });
  try {
    const today = dayOf(now);
    await storeAssetCloses(
      "import",
      momentumAssets.flatMap((asset) =>
        samplePrices(asset, addDays(today, -DAYS), addDays(today, -1)).map((close) => ({
          ...close,
          asset,
        })),
      ),
    );
    for (const monday of mondaysBefore(now)) await makeMomentum(monday, { bySchedule: true });
  } finally {
    await closeDatabase();
  }
}
