import type { Feature } from "../feature";
import { updatePricesDaily } from "./update.server";

export const prices: Feature = {
  upkeep: {
    async prices(log, signal) {
      const update = await updatePricesDaily(signal);
      if (!update) return;
      if (update.behind.length) log.warn(update, "prices could not be updated");
      else if (update.refused.length) log.warn(update, "prices were updated, and some refused");
      else log.info(update, "prices were updated");
    },
  },
};
