/** How many days the export of a user's data is kept. */
export const EXPORT_DAYS = 7;

/** A request within this many hours of the last export returns that export again. */
export const EXPORT_AGAIN_HOURS = 24;
