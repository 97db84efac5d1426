import { figure } from "~/utils/format";

export const FOUR_DECIMALS = { digits: 4 };

/** A score, with its sign. */
export const signed = (value: number): string =>
  figure(value, { ...FOUR_DECIMALS, isSigned: true });
