/** How many days a copy of one's data is kept. */
export const EXPORT_DAYS = 7;

/** Who asks again within so many hours gets the same copy. */
export const EXPORT_AGAIN_HOURS = 24;
