import type { AppLoadContext } from "@remix-run/node";
import { serializeTrackRecord } from "~/components/track-record/serialize-track-record";
import type { Page } from "~/domain/cursor";
import type { Engine } from "~/domain/engines";
import { RECOMMENDATIONS_SHOWN } from "~/domain/field-limits";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { getContext } from "./http/load-context";

interface EngineSource<Row extends { id: string }, Serialized, Calculation> {
  engine: Engine;
  list: (list: { limit: number }) => Promise<Page<Row>>;
  count: () => Promise<number>;
  serialize: (row: Row) => Serialized;
  readCalculation: (id: string) => Promise<Calculation>;
}

/**
 * Loads everything on an engine's page, which is the same for every viewer. Parts that fail are
 * logged and `null`.
 */
export async function readEnginePage<Row extends { id: string }, Serialized, Calculation>(
  context: AppLoadContext,
  { engine, list, count, serialize, readCalculation }: EngineSource<Row, Serialized, Calculation>,
) {
  const logAndReturnNull = (what: string) => (error: unknown) => {
    getContext(context).log.error({ err: error }, `the ${engine} ${what} could not be read`);
    return null;
  };
  const readTotal = count().catch(logAndReturnNull("count"));
  const readRecord = readEngineRecord(engine)
    .then(serializeTrackRecord)
    .catch(logAndReturnNull("track record"));
  const page = await list({ limit: RECOMMENDATIONS_SHOWN }).catch(
    logAndReturnNull("recommendations"),
  );
  const latest = page?.items[0];
  const [example, total, trackRecord] = await Promise.all([
    latest ? readCalculation(latest.id).catch(logAndReturnNull("example")) : null,
    readTotal,
    readRecord,
  ]);
  return {
    recommendations: page?.items.map(serialize) ?? null,
    /** The total number of recommendations, not only those shown. */
    total: total ?? page?.items.length ?? 0,
    /** The calculation of the latest recommendation, as an example of the method. */
    example,
    trackRecord,
  };
}
