import {
  keyedArticles,
  keyedRemovedArticles,
  keyedReviews,
  type KeyedRow,
  type KeyedRows,
} from "~/models/keyed-rows.server";
import { addToWork } from "~/models/work.server";
import { invalidate } from "../cache/invalidation.server";
import { EVERYTHING } from "../cache/tags";
import { correctWorks } from "../jobs/corrections.server";
import { BATCH_SIZE, byId, inBatches, RECHECK_DELAY_MS, type Pace } from "../jobs/recount.server";
import { urlKey, workKey } from "./normalized-urls.server";

/** The version of the keys of links and works. Increment it when the same link or title gets another key. */
export const KEYS_VERSION = 1;

export interface Rekeyed {
  replaced: number;
  /** The ids of the articles and reviews that keep their former key, because an older one has the present one. */
  taken: string[];
}

/**
 * Replaces the keys of links and works that an earlier version of the site has stored, and moves the ratings of works
 * with them. If it is interrupted, the recount corrects the ratings.
 *
 * @throws if it is aborted
 */
export async function rekey(pace: Pace = {}): Promise<Rekeyed> {
  const works = new Set<string>();
  const results = [
    await rekeyAll(pace, keyedArticles, ({ url }) => urlKey(url)),
    await rekeyAll(pace, keyedRemovedArticles, ({ key }) => urlKey(`https://${key}`)),
    await rekeyAll(
      pace,
      keyedReviews,
      ({ url, ...work }) => workKey({ ...work, url: url ?? undefined }),
      async ({ key, rating }, newKey) => {
        await addToWork(key, { sum: -rating, count: -1 });
        await addToWork(newKey, { sum: rating, count: 1 });
        works.add(key).add(newKey);
      },
    ),
  ];
  // Scores come last, because each change of a work's score is written to all its reviews.
  const keys = [...works];
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    pace.signal?.throwIfAborted();
    const slice = keys.slice(start, start + BATCH_SIZE);
    await correctWorks(slice, pace.recheckDelayMs ?? RECHECK_DELAY_MS);
  }
  const replaced = results.reduce((sum, result) => sum + result.replaced, 0);
  if (replaced) await invalidate(EVERYTHING);
  return { replaced, taken: results.flatMap(({ taken }) => taken) };
}

async function rekeyAll<Fields>(
  pace: Pace,
  rows: KeyedRows<Fields>,
  keyOf: (row: KeyedRow<Fields>) => string | null,
  onReplaced: (row: KeyedRow<Fields>, key: string) => Promise<void> = async () => {},
): Promise<Rekeyed> {
  let replaced = 0;
  const rekeyRows = async (slice: readonly KeyedRow<Fields>[]) => {
    const taken: KeyedRow<Fields>[] = [];
    for (const row of slice) {
      const key = keyOf(row) ?? row.key;
      if (key === row.key) continue;
      const result = await rows.rekey(row, key);
      if (result === "taken") taken.push(row);
      if (result !== "replaced") continue;
      replaced += 1;
      await onReplaced(row, key);
    }
    return taken;
  };
  const taken: KeyedRow<Fields>[] = [];
  await inBatches(pace, byId(rows.list), async (slice) => {
    taken.push(...(await rekeyRows(slice)));
  });
  // Once more, because a later document may have had the key only until it was replaced.
  return { taken: (await rekeyRows(taken)).map(({ id }) => id), replaced };
}
