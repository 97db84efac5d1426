import { figure } from "~/utils/format";

export const FOUR = { digits: 4 };

/** A score, with its sign. */
export const signed = (value: number): string => figure(value, { ...FOUR, isSigned: true });
