/** Demo recommendations: twelve weekly ones per engine, computed by the engines from the data of those weeks. */
import { addHours } from "date-fns/addHours";
import { addDays, dayOf, mondayOf, startOf } from "~/domain/calendar-days";
import { engines, type Engine } from "~/domain/engines";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { readSetting, writeSetting } from "~/models/setting.server";
import { hasRecommendations, isListed } from "~/models/recommendation.server";
import { demoId } from "./demo-content.server";
import { settleOutcomes } from "../recommendations/settlement.server";
import { refreshMentions } from "../recommendations/mentions.server";
import { refreshSupporters } from "../recommendations/supporters.server";
import { recommendationEngines } from "../recommendations/engines.server";
import { prepareSamplePrices } from "../prices/prices.server";

const WEEKS = 12;
/** The UTC hour on Mondays that the recommendations are dated at. */
const HOUR = 9;

/** What to generate; stored, so that later runs resume the same plan. */
interface Plan {
  /** The date from which the weeks are counted back, in ISO 8601. */
  from: string;
  /** The engines that had no recommendations when the plan was made; the others are left alone. */
  kinds: Engine[];
  isDone: boolean;
}
const PLAN = "sample recommendations";

/**
 * Extends the sample prices to yesterday, generates the missing demo recommendations and settles their outcomes.
 * @param now the date up to which recommendations are generated, unless an earlier run has stored a plan
 */
export async function generateDemoRecommendations(now: Date, signal?: AbortSignal): Promise<void> {
  await prepareSamplePrices(dayOf(new Date()));
  signal?.throwIfAborted();
  const plan = await loadPlan(now);
  if (plan.isDone) return;
  const moments = mondaysBefore(new Date(plan.from));
  const [first] = moments;
  if (first) {
    await refreshSupporters({ signal });
    await refreshMentions({ since: startOf(addDays(dayOf(first), -SENTIMENT_DAYS)), signal });
  }
  await Promise.all(plan.kinds.map((kind) => generateMissing(kind, moments, signal)));
  signal?.throwIfAborted();
  await settleOutcomes(signal);
  await writeSetting(PLAN, { ...plan, isDone: true } satisfies Plan);
}

async function loadPlan(now: Date): Promise<Plan> {
  const stored = (await readSetting(PLAN)) as Plan | null;
  if (stored) return stored;
  const isUsed = await Promise.all(engines.map(hasRecommendations));
  const kinds = engines.filter((_, i) => !isUsed[i]);
  const plan: Plan = { from: now.toISOString(), kinds, isDone: false };
  await writeSetting(PLAN, plan);
  return plan;
}

/** @returns the last twelve Mondays at 9:00 UTC up to a date, earliest first */
export function mondaysBefore(moment: Date): Date[] {
  const thisMonday = mondayOf(dayOf(moment));
  const last = atNine(thisMonday) <= moment ? thisMonday : addDays(thisMonday, -7);
  return Array.from({ length: WEEKS }, (_, i) => atNine(addDays(last, 7 * (i - WEEKS + 1))));
}

const atNine = (day: string) => addHours(startOf(day), HOUR);

/** Generates the missing recommendations one after another; each has an id derived from its engine and date. */
async function generateMissing(
  kind: Engine,
  moments: readonly Date[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const at of moments) {
    if (signal?.aborted) return;
    const id = demoId(kind, at.toISOString());
    if (await isListed(id)) continue;
    await recommendationEngines[kind].make(at, { id, bySchedule: true, asOfThen: true });
  }
}
