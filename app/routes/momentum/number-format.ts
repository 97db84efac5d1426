import { figure } from "~/utils/format";

export const FOUR_DECIMALS = { digits: 4 };
export const SIX_DECIMALS = { digits: 6 };
export const EIGHT_DECIMALS = { digits: 8 };

/** Formats a value with four decimals. `null` becomes 0, but callers only show values that are present. */
export const toFourDecimals = (value: number | null): string => figure(value ?? 0, FOUR_DECIMALS);
export const toSixDecimals = (value: number | null): string => figure(value ?? 0, SIX_DECIMALS);
