import type { AppLoadContext } from "@remix-run/node";
import { serializeTrackRecord } from "~/components/track-record/serialize-track-record";
import type { Page } from "~/domain/cursor";
import type { Engine } from "~/domain/engines";
import { RECOMMENDATIONS_SHOWN } from "~/domain/field-limits";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { getContext } from "./http/load-context";

interface Reading<Row extends { id: string }, Shown, Calculation> {
  engine: Engine;
  list: (list: { limit: number }) => Promise<Page<Row>>;
  count: () => Promise<number>;
  show: (row: Row) => Shown;
  readCalculation: (id: string) => Promise<Calculation>;
}

/**
 * Everything on the page of an engine, which is the same for every viewer. What fails is `null`, and the
 * rest stands.
 */
export async function readEnginePage<Row extends { id: string }, Shown, Calculation>(
  context: AppLoadContext,
  { engine, list, count, show, readCalculation }: Reading<Row, Shown, Calculation>,
) {
  const failed = (what: string) => (error: unknown) => {
    getContext(context).log.error({ err: error }, `the ${engine} ${what} could not be read`);
    return null;
  };
  const readTotal = count().catch(failed("count"));
  const readRecord = readEngineRecord(engine)
    .then(serializeTrackRecord)
    .catch(failed("track record"));
  const page = await list({ limit: RECOMMENDATIONS_SHOWN }).catch(failed("recommendations"));
  const latest = page?.items[0];
  const [example, total, trackRecord] = await Promise.all([
    latest ? readCalculation(latest.id).catch(failed("example")) : null,
    readTotal,
    readRecord,
  ]);
  return {
    recommendations: page?.items.map(show) ?? null,
    /** How many there are, whatever is shown. */
    total: total ?? page?.items.length ?? 0,
    /** The calculation of the latest, to explain the method by. */
    example,
    trackRecord,
  };
}
