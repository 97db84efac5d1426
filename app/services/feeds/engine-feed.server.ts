import { describeShares, sharesOf } from "~/domain/allocation";
import { markCash } from "~/domain/cash";
import type { Engine } from "~/domain/engines";
import { momentumAssets } from "~/domain/momentum";
import { describeOutcome } from "~/domain/outcome-words";
import type { Outcome } from "~/domain/track-record";
import type { RecommendationRow } from "~/models/recommendation.server";
import { readCheckpoint } from "../ledger/checkpoint.server";
import { readLedgerMarks, type LedgerMark } from "../ledger/read-ledger.server";
import { recommendationEngines } from "../recommendations/engines.server";
import { readOutcomes } from "../recommendations/track-record.server";
import type { FeedDraft, FeedDraftEntry } from "./feed";

/** Lists recommendations with their entries in the ledger, so that subscribers keep independent copies of it. */
export async function engineFeed(kind: Engine, limit: number): Promise<FeedDraft> {
  const { items } = await recommendationEngines[kind].list({ limit });
  const [marks, head, outcomes] = await Promise.all([
    readLedgerMarks(items.map(({ id }) => id)),
    readCheckpoint(),
    readOutcomes(items),
  ]);
  const { name, description } = engineTexts[kind];
  return {
    path: `/${kind}`,
    head,
    title: `${name} Recommendations`,
    description: `${description} Not investment advice.`,
    entries: items.map((row) => recommendationEntry(row, outcomes.get(row.id), marks.get(row.id))),
  };
}

const engineTexts = {
  momentum: {
    name: "Momentum",
    description: "A weekly split between BTC, SOL and USDT from their four-week rate of change.",
    sample: "sample prices",
  },
  sentiment: {
    name: "Sentiment",
    description:
      "What the community writes about which tokens, counted and scored, and an allocation that follows from it.",
    sample: "sample texts",
  },
} as const;

function recommendationEntry(
  row: RecommendationRow,
  outcome: Outcome | undefined,
  mark: LedgerMark | undefined,
): FeedDraftEntry {
  const { id, kind, weekDate, createdAt, rationale, facts } = row;
  const { name, sample } = engineTexts[kind];
  const shares =
    kind === "momentum"
      ? momentumAssets.map((asset) => ({ asset, percent: row.allocation[asset] ?? 0 }))
      : sharesOf(row.allocation);
  const allocation = describeShares(markCash(shares, facts.notCash));
  const note = facts.isSample ? ` (${sample})` : "";
  return {
    kind,
    of: id,
    path: `/${kind}/${id}`,
    title: `${name}, week of ${weekDate}: ${allocation}${note}`,
    author: null,
    published: createdAt,
    updated: createdAt,
    categories: facts.isSample ? [name, "Sample"] : [name],
    summary: `${allocation}${note}. Not investment advice.`,
    paragraphs: [
      rationale,
      `Allocation${note}: ${allocation}.`,
      ...(outcome ? [`Outcome: ${describeOutcome(outcome, row.day)}.`] : []),
      ...(mark ? [`Ledger entry ${mark.seq}, ${mark.hash}`] : []),
      "Not investment advice",
    ],
  };
}
