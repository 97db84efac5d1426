import { describeShares, sharesOf } from "~/domain/allocation";
import { startOf } from "~/domain/calendar-days";
import { markCash } from "~/domain/cash";
import { engines, type Engine } from "~/domain/engines";
import { changeTo } from "~/domain/outcome-words";
import { listRecommendations, type RecommendationRow } from "~/models/recommendation.server";
import { dayOf } from "../mail/render-mail";
import { readOutcome } from "../recommendations/track-record.server";
import type { DigestPart, Period } from "./digest-part";

/** How many of the recommendations before the newest one are looked through for an outcome that is known. */
const MAX_EARLIER = 3;

/** @returns each engine's newest recommendation if it was made in a period, with the newest outcome that is known */
export async function readNewRecommendations(period: Period): Promise<DigestPart | null> {
  const found = await Promise.all(engines.map((engine) => readNewest(engine, period)));
  const items = found.filter((item) => item !== null);
  if (!items.length) return null;
  return {
    summary: `${items.length} new ${items.length === 1 ? "recommendation" : "recommendations"}`,
    section: { title: "Recommendations of the week (not investment advice)", items },
    about: [],
  };
}

async function readNewest(engine: Engine, { since, until }: Period) {
  const { items } = await listRecommendations(engine, { limit: 1 + MAX_EARLIER });
  const [newest, ...earlier] = items;
  if (!newest || newest.createdAt <= since || newest.createdAt > until) return null;
  const { allocation, facts } = newest;
  const name = { momentum: "Momentum", sentiment: "Sentiment" }[engine];
  const shares = markCash(sharesOf(allocation), facts.notCash).filter(({ percent }) => percent > 0);
  return {
    label: `${name}: ${describeShares(shares)}${facts.isSample ? " (sample)" : ""}`,
    path: `/${engine}/${newest.id}`,
    detail: await describeOutcome(earlier),
  };
}

/** Says what became of the newest recommendation whose week is over, beside BTC. */
async function describeOutcome(earlier: readonly RecommendationRow[]): Promise<string | undefined> {
  for (const row of earlier) {
    const { outcome, outcomeSource } = await readOutcome(row);
    if (outcome.state !== "known") continue;
    const sample = outcomeSource?.isSample ? " (sample prices)" : "";
    return `That of ${dayOf(startOf(row.day))} made ${changeTo(outcome.value)} in its week, BTC ${changeTo(outcome.bitcoin)}${sample}.`;
  }
  return undefined;
}
