/** The option `--force ASSET:DAY` of the commands that store closes. Each one allows a single close. */
import { parseArgs } from "node:util";
import { isDay } from "~/domain/calendar-days";
import { findToken } from "~/domain/tokens";
import { forcedKey } from "~/services/prices/prices.server";

export interface PriceArguments {
  positionals: string[];
  /** The keys of the closes to store even if they are implausible. */
  forced: Set<string>;
}

/** @returns the arguments of a command that stores closes, or `null` if they are invalid */
export function parsePriceArguments(args: readonly string[]): PriceArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { force: { type: "string", multiple: true } },
      allowPositionals: true,
    });
    const forced = (values.force ?? []).map(keyOf);
    if (forced.includes(null)) return null;
    return { positionals, forced: new Set(forced as string[]) };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** @returns the key of the close that an option such as `BTC:2026-01-05` names, or `null` if it is invalid */
function keyOf(option: string): string | null {
  const [symbol = "", day = "", ...rest] = option.split(":");
  const asset = findToken(symbol.toUpperCase())?.symbol;
  return asset && isDay(day) && !rest.length ? forcedKey(asset, day) : null;
}

/** @returns the option that stores a refused close */
export const forceOption = ({ asset, day }: { asset: string; day: string }): string =>
  `--force ${asset}:${day}`;
