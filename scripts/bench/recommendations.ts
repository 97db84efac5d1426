/** Makes twelve momentum recommendations, in the same way as the site, from generated closes. */
import { addDays, dayOf } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { samplePrices } from "~/domain/sample-prices";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { storeAssetCloses } from "~/models/price.server";
import { mondaysBefore } from "~/services/demo/demo-recommendations.server";
import { makeMomentum } from "~/services/recommendations/momentum.server";

/** Enough days for twelve weeks and for the closes that the first recommendation needs. */
const DAYS = 200;

/** Adds the recommendations to a data directory that no site has open. */
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
