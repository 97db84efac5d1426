/** Which words moved the money: the effects of authors on sentiment recommendations. */
import { millisecondsInHour } from "date-fns/constants";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { decodeCursor, type Cursor, type Page } from "~/domain/cursor";
import {
  countEffectsOn,
  countEffectSummaries,
  findEffectSummary,
  findWithEffects,
  listEffectsBy,
  listEffectsOn,
  replaceEffects,
  type EffectSummary,
  type StoredEffect,
} from "~/models/author-effect.server";
import { readStoredInputs } from "~/models/recommendation-inputs.server";
import {
  countRecommendations,
  findListed,
  listRecommendations,
  type SentimentRow,
} from "~/models/recommendation.server";
import { findNames } from "~/models/user.server";
import { notFoundError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import type { MentionInput } from "../scoring/sentiment-calculation";
import type { Jobs } from "../worker/jobs.server";
import { inWorker, type RemoteJob } from "../worker/worker.server";

/** How many effects are listed on the page of a recommendation. */
export const EFFECTS_ON_PAGE = 20;
/** How many of their effects are listed on a person's page. */
export const EFFECTS_OF_PERSON = 5;

/** A recommendation that is newer than this may have been made by a process that is computing its effects. */
const PATIENCE_MS = millisecondsInHour;

/** Effects per batch, few enough to be copied from a worker thread within some milliseconds. */
const BATCH_SIZE = 500;

type Made = Pick<SentimentRow, "id" | "createdAt" | "allocation">;

/** An effect, with the name of its author; `null` if there is no such account. */
export type NamedEffect = StoredEffect & { name: string | null };

/**
 * Computes the effects on a recommendation in the worker thread that has its inputs, and stores them.
 * @param isFromInputs whether the thread has nothing but the stored inputs
 */
export async function storeEffects(
  made: Made,
  job: RemoteJob<Jobs["sentiment"]>,
  isFromInputs = false,
): Promise<void> {
  const { price, count } = await job.computeEffects(made.allocation);
  async function* readAll() {
    for (let from = 0; from < count; from += BATCH_SIZE) {
      yield await job.readEffects(from, from + BATCH_SIZE);
    }
  }
  await replaceEffects(made, readAll(), { isFromInputs, price });
  await invalidate(RECOMMENDATIONS);
}

/** Computes the effects on recommendations that have none, from their stored inputs. @returns how many there were */
export async function addMissingEffects(signal?: AbortSignal): Promise<number> {
  const [made, computed] = await Promise.all([
    countRecommendations("sentiment"),
    countEffectSummaries(),
  ]);
  if (computed >= made) return 0;
  let added = 0;
  let after: Cursor | null = null;
  do {
    const page: Page<SentimentRow> = await listRecommendations("sentiment", { after, limit: 50 });
    const known = new Set(await findWithEffects(page.items.map(({ id }) => id)));
    for (const row of page.items) {
      if (known.has(row.id) || Date.now() - row.createdAt.getTime() < PATIENCE_MS) continue;
      await inWorker("sentiment", (job) => addFromInputs(row, job), signal);
      added += 1;
    }
    after = page.next === null ? null : decodeCursor(page.next);
  } while (after);
  return added;
}

async function addFromInputs(row: SentimentRow, job: RemoteJob<Jobs["sentiment"]>): Promise<void> {
  for await (const inputs of readStoredInputs(row.id)) {
    await job.addInputs(inputs as MentionInput[]);
  }
  await storeEffects(row, job, true);
}

export interface EffectsOn extends Page<NamedEffect> {
  /** How many authors have an effect. */
  count: number;
  summary: EffectSummary;
}

/**
 * @returns a page of the effects on a sentiment recommendation, the largest first, or `null` if they have not been
 *   computed yet
 */
export async function readEffects(
  recommendationId: string,
  page: { limit: number; after?: Cursor },
): Promise<EffectsOn | null> {
  const [summary, count, listed] = await Promise.all([
    findEffectSummary(recommendationId),
    countEffectsOn(recommendationId),
    listEffectsOn(recommendationId, page),
  ]);
  if (!summary) return null;
  const names = await findNames(listed.items.map(({ author }) => author));
  const items = listed.items.map((one) => ({ ...one, name: names.get(one.author) ?? null }));
  return { ...listed, items, count, summary };
}

/** Like `readEffects`. @throws ServiceError `notFound` if there is no such recommendation */
export async function browseEffects(
  recommendationId: string,
  page: { limit: number; after?: Cursor },
): Promise<EffectsOn | null> {
  const [row] = await findListed("sentiment", [recommendationId]);
  if (!row) throw notFoundError("Recommendation");
  return readEffects(recommendationId, page);
}

/** @returns a page of the effects of what a person wrote, newest recommendation first */
export const readEffectsOf = (
  personId: string,
  page: { limit: number; after?: Cursor },
): Promise<Page<StoredEffect>> => listEffectsBy(personId, page);
