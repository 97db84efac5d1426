/** Judges whether closes from outside are plausible, given the stored ones and, in case of doubt, other sources. */
import type { Day } from "~/domain/calendar-days";
import type { Close, CloseWithCandle } from "~/domain/close";
import { judgeCloses, KNOWN_CLOSES_NEEDED, type Judgement } from "~/domain/plausible-closes";
import { priceSourceNames, priceSources, type PriceSourceName } from "~/domain/price-sources";
import { readClosesBefore, readClosesOfSources } from "~/models/price.server";
import type { DateRange } from "./provider.server";

/** The closes that the operator has confirmed, as `BTC 2026-01-05`. */
export type ForcedCloses = ReadonlySet<string>;

/** @returns the key of a close in `ForcedCloses` */
export const forcedKey = (asset: string, day: Day): string => `${asset} ${day}`;

export interface Received {
  source: PriceSourceName;
  /** The token's symbol. */
  asset: string;
  /** Positive numbers, oldest first, one per day, at least one. */
  closes: readonly CloseWithCandle[];
  /** The stored closes of the source since the first of `closes`, oldest first. */
  stored: readonly CloseWithCandle[];
  forced?: ForcedCloses;
  /** Fetches the closes of a span from other sources. Called at most once. */
  askOthers?: (span: DateRange) => Promise<readonly Close[]>;
}

/**
 * Judges closes by `judgeCloses`. Other sources are consulted only for doubtful closes: first their stored closes, and
 * if a day has none, the result of `askOthers`. Sample prices never confirm anything.
 */
export async function judgeReceived(received: Received): Promise<Judgement> {
  const { source, asset, closes, stored, forced = new Set() } = received;
  const first = closes[0]!.day;
  const last = closes.at(-1)!.day;
  const before = await readClosesBefore({ source, asset }, first, KNOWN_CLOSES_NEEDED);
  const judging = {
    asset,
    known: [...before, ...stored.filter(({ day }) => day >= first)],
    received: closes,
    forced: new Set(
      closes.map(({ day }) => day).filter((day) => forced.has(forcedKey(asset, day))),
    ),
  };
  const judgement = judgeCloses(judging);
  const [doubted] = judgement.doubted;
  if (!doubted) return judgement;
  const others = await readOthers(received, judgement.doubted, { from: doubted, to: last });
  return others.size ? judgeCloses({ ...judging, others }) : judgement;
}

/** Returns the closes of other sources in a span, by day. */
async function readOthers(
  { source, asset, askOthers }: Received,
  doubted: readonly Day[],
  span: DateRange,
): Promise<Map<Day, number[]>> {
  const sources = priceSourceNames.filter(
    (name) => name !== source && !priceSources[name].isSample,
  );
  const others = await readClosesOfSources(asset, sources, span);
  if (!askOthers || doubted.every((day) => others.has(day))) return others;
  for (const { day, close } of await askOthers(span)) {
    others.set(day, [...new Set([...(others.get(day) ?? []), close])]);
  }
  return others;
}
