import { readReadingsOf, removeReadingsOf } from "~/models/reading.server";
import type { Feature } from "../feature";
import { storeCollectedReadings } from "./readings.server";

/** When people last read discussions and lists. */
export const readings: Feature = {
  async deleteFor({ id }) {
    await storeCollectedReadings();
    await removeReadingsOf(id);
  },
  exported: { readings: readReadingsOf },
};
