import type { AppLoadContext } from "@remix-run/node";
import { serializeTrackRecord } from "~/components/track-record/serialize-track-record";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { dayOf, mondayOf } from "~/domain/calendar-days";
import type { Page } from "~/domain/cursor";
import type { Engine } from "~/domain/engines";
import { RECOMMENDATIONS_SHOWN } from "~/domain/field-limits";
import { cachedRead } from "~/services/cache/cached-reads.server";
import type { RecommendationRow } from "~/models/recommendation.server";
import { describeOutcome } from "~/domain/outcome-words";
import { readEngineRecord, readOutcomes } from "~/services/recommendations/track-record.server";
import { readVerdict } from "~/services/recommendations/verdict.server";
import { getContext } from "./http/load-context";

interface EngineOfPage<
  Row extends RecommendationRow,
  Serialized extends { id: string },
  Calculation,
> {
  kind: Engine;
  list: (page: { limit: number }) => Promise<Page<Row>>;
  count: () => Promise<number>;
  serialize: (row: Row) => Serialized;
  readCalculation: (id: string) => Promise<Calculation>;
}

/**
 * Loads all data of an engine's page, which is the same for every viewer. A part that cannot be read
 * is logged and becomes `null`.
 */
export async function readEnginePage<
  Row extends RecommendationRow,
  Serialized extends { id: string },
  Calculation,
>(
  context: AppLoadContext,
  { kind, list, count, serialize, readCalculation }: EngineOfPage<Row, Serialized, Calculation>,
) {
  const logAndReturnNull = (what: string) => (error: unknown) => {
    getContext(context).log.error({ err: error }, `the ${kind} ${what} could not be read`);
    return null;
  };
  const read = <Part>(what: string, readPart: () => Promise<Part>, id?: string) =>
    cachedRead([RECOMMENDATIONS], [kind, what, id], readPart).catch(logAndReturnNull(what));
  const readTotal = read("count", count);
  const readRecord = read("track record", async () =>
    serializeTrackRecord(await readEngineRecord(kind)),
  );
  const readingVerdict = read("verdict", () => readVerdict(kind));
  const found = await read("recommendations", async () => {
    const { items } = await list({ limit: RECOMMENDATIONS_SHOWN });
    const outcomes = await readOutcomes(items);
    const areSamples = items.length > 0 && items.every(({ facts }) => facts.isSample);
    const listed = items.map((row) => {
      const outcome = outcomes.get(row.id);
      return {
        ...serialize(row),
        /** Whether it is marked as made up. If all are, the page says so once. */
        isSample: row.facts.isSample && !areSamples,
        /** What became of it; see `describeOutcome`. */
        outcome: outcome ? describeOutcome(outcome, row.day) : null,
        /** Whether a member had it made beside the one of its week, which alone is in the track record. */
        isExtra: !row.isScheduled,
      };
    });
    return { listed, areSamples };
  });
  const recommendations = found?.listed ?? null;
  const latest = recommendations?.[0];
  const [example, total, trackRecord, verdict] = await Promise.all([
    latest ? read("example", () => readCalculation(latest.id), latest.id) : null,
    readTotal,
    readRecord,
    readingVerdict,
  ]);
  return {
    recommendations,
    /** The Monday of the current week. */
    week: mondayOf(dayOf(new Date())),
    /** The total number of recommendations, not only those shown. */
    total: total ?? recommendations?.length ?? 0,
    /** The calculation of the latest recommendation, as an example of the method. */
    example,
    trackRecord,
    /** The same in a few sentences; `null` until there is anything to say. */
    verdict,
    samples: {
      texts: kind === "sentiment" && (found?.areSamples ?? false),
      prices:
        (kind === "momentum" && (found?.areSamples ?? false)) ||
        (trackRecord?.source?.isSample ?? false),
    },
  };
}
