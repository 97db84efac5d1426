import { figure } from "~/utils/format";

export const FOUR = { digits: 4 };
export const SIX = { digits: 6 };
export const EIGHT = { digits: 8 };

/** Formats a value with four decimals. `null` becomes 0, but callers only show values that are present. */
export const four = (value: number | null): string => figure(value ?? 0, FOUR);
export const six = (value: number | null): string => figure(value ?? 0, SIX);
