import { figure } from "~/utils/format";

export const FOUR = { digits: 4 };
export const SIX = { digits: 6 };
export const EIGHT = { digits: 8 };

/** Formats a value that is only shown when it is present. */
export const four = (value: number | null): string => figure(value ?? 0, FOUR);
export const six = (value: number | null): string => figure(value ?? 0, SIX);
