/**
 * The demonstration's recommendations: a dozen weekly ones of each engine, made by the engines themselves
 * from what was there on those days.
 */
import { addDays, dayOf, mondayOf, startOf } from "~/domain/calendar-days";
import { engines, type Engine } from "~/domain/engines";
import { SENTIMENT_DAYS } from "~/domain/sentiment/sentiment";
import { readSetting, writeSetting } from "~/models/setting.server";
import { hasRecommendations, isListed } from "~/models/recommendation.server";
import { idOf } from "./demo-content.server";
import { refreshMentions } from "../recommendations/mentions.server";
import { makeMomentum } from "../recommendations/momentum.server";
import { prepareSamplePrices } from "../prices/prices.server";
import { makeSentiment } from "../recommendations/sentiment.server";

const WEEKS = 12;
/** On Mondays at nine, UTC. */
const HOUR = 9;

/** What has been made, or is being made: kept, so that filling again later makes no others. */
interface Plan {
  /** The moment from which the weeks are counted back, in ISO 8601. */
  from: string;
  /** The engines that had recommended nothing by then; a list that somebody uses is left alone. */
  kinds: Engine[];
  isDone: boolean;
}
const PLAN = "sample recommendations";

/**
 * Brings the sample prices up to yesterday, and makes those of the dozen recommendations of each engine
 * that are missing.
 *
 * @param now the moment up to which they are made, unless that was decided earlier
 * @param signal ends it half-way: what is missing then is made the next time
 * @throws when it is ended half-way
 */
export async function recommendAsOfThen(now: Date, signal?: AbortSignal): Promise<void> {
  await prepareSamplePrices(dayOf(new Date()));
  signal?.throwIfAborted();
  const plan = await planned(now);
  if (plan.isDone) return;
  const moments = mondaysBefore(new Date(plan.from));
  const [first] = moments;
  if (first) {
    await refreshMentions({ since: startOf(addDays(dayOf(first), -SENTIMENT_DAYS)), signal });
  }
  await Promise.all(plan.kinds.map((kind) => makeMissing(kind, moments, signal)));
  signal?.throwIfAborted();
  await writeSetting(PLAN, { ...plan, isDone: true } satisfies Plan);
}

async function planned(now: Date): Promise<Plan> {
  const known = (await readSetting(PLAN)) as Plan | null;
  if (known) return known;
  const isUsed = await Promise.all(engines.map(hasRecommendations));
  const kinds = engines.filter((_, i) => !isUsed[i]);
  const plan: Plan = { from: now.toISOString(), kinds, isDone: false };
  await writeSetting(PLAN, plan);
  return plan;
}

/** @returns the last dozen Mondays at nine that are not after a moment, the earliest first */
export function mondaysBefore(moment: Date): Date[] {
  const thisMonday = mondayOf(dayOf(moment));
  const last = atNine(thisMonday) <= moment ? thisMonday : addDays(thisMonday, -7);
  return Array.from({ length: WEEKS }, (_, i) => atNine(addDays(last, 7 * (i - WEEKS + 1))));
}

const atNine = (day: string) => new Date(startOf(day).getTime() + HOUR * 3_600_000);

/** Makes those that are not there, one after the other: each has the id that its engine and day give it. */
async function makeMissing(
  kind: Engine,
  moments: readonly Date[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const at of moments) {
    if (signal?.aborted) return;
    const id = idOf(kind, at.toISOString());
    if (await isListed(id)) continue;
    await (kind === "momentum"
      ? makeMomentum(at, { id })
      : makeSentiment(at, { id, asOfThen: true }));
  }
}
