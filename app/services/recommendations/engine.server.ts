/** What the site does with the recommendations of either engine. An engine says only what is its own. */
import { dayOf, mondayOf } from "~/domain/calendar-days";
import type { Cursor, Page } from "~/domain/cursor";
import type { Engine } from "~/domain/engines";
import { mayGenerate, mayPreview } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { refund } from "~/models/rate-limits.server";
import {
  countRecommendations,
  findListed,
  findNeighbours,
  findRecommendation,
  hasRecommendations,
  listRecommendations,
  newRecommendationId,
  type FullRecommendation,
  type NewRecommendation,
  type RecommendationRow,
  type RowOf,
} from "~/models/recommendation.server";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { reportWarning } from "../warnings.server";
import type { Gathering } from "./gather-mentions.server";
import { generateOnce, storeRecommendation, sweep, type StoreOptions } from "./generation.server";
import { sharePreview, type Preview } from "./shared-previews";
import { readOutcome, readRecordPlace } from "./track-record.server";

const LOG_IN = "Please log in to generate recommendations.";

export interface Composed<Kind extends Engine> {
  recommendation: Omit<NewRecommendation<Kind>, "inputs" | "isScheduled">;
  inputs: readonly object[];
  /** Computes and stores what is derived from it, once it is stored. */
  derive?: (row: RowOf<Kind>) => Promise<void>;
}

interface EngineDefinition<Kind extends Engine, Calculation, InApi, OnPage, More> {
  kind: Kind;
  /**
   * Computes the recommendation for a time, without storing it.
   * @param use is given it, and may store it; what it was computed from is kept until then
   * @throws ServiceError `unavailable`
   */
  compose<Result>(
    at: Date,
    gathering: Gathering,
    use: (composed: Composed<Kind>) => Promise<Result>,
  ): Promise<Result>;
  /** A recommendation as the API lists it. */
  present(row: RowOf<Kind>): InApi;
  /** A recommendation as pages list it. */
  serialize(row: RowOf<Kind>): OnPage;
  /** What only this engine shows of a single recommendation. */
  readMore(row: FullRecommendation<Kind>): Promise<More>;
  /** The stored values of a recommendation, and the same recomputed from its inputs. */
  recompute(row: FullRecommendation<Kind>): Promise<{
    stored: { calculation: Calculation };
    recomputed: { calculation: Calculation };
  }>;
}

interface MakeOptions extends StoreOptions {
  /** Weighs articles by the upvotes and comments at that time, ignoring later ones. */
  asOfThen?: boolean;
}

export function createEngine<Kind extends Engine, Calculation, InApi, OnPage, More>(
  definition: EngineDefinition<Kind, Calculation, InApi, OnPage, More>,
) {
  const { kind, compose, present, serialize } = definition;

  /** Newest first. */
  const list = (page: { limit: number; after?: Cursor }): Promise<Page<RowOf<Kind>>> =>
    listRecommendations(kind, page);

  /** Computes and stores the recommendation for a time. @throws ServiceError `unavailable` */
  async function make(at: Date, { asOfThen, ...storing }: MakeOptions = {}): Promise<RowOf<Kind>> {
    await sweep();
    const { bySchedule, holding } = storing;
    const made: RowOf<Kind>[] = [];
    const store = async ({ recommendation, inputs, derive }: Composed<Kind>) => {
      const row = await storeRecommendation<Kind>(recommendation, inputs, storing);
      made.push(row);
      await derive?.(row);
    };
    await compose(at, { asOfThen, bySchedule, signal: holding?.signal }, store).catch((error) => {
      if (!made.length) throw error;
      // The upkeep does it later.
      reportWarning("what is derived from a recommendation could not be stored")(error);
    });
    return made[0]!;
  }

  /**
   * Generates a recommendation. If one is being generated already, returns that one. Neither that nor a failure, as for
   * lack of prices, counts against the rate limit.
   *
   * @throws ServiceError `unauthenticated`, `forbidden`, `limited`, or `unavailable`
   */
  async function generate(viewer: Viewer | null): Promise<RowOf<Kind>> {
    const writer = requireWriter(viewer, LOG_IN);
    await permit(kind, writer);
    const limitKey = `${kind} ${writer.id}`;
    const id = await generateOnce({
      kind,
      user: writer.id,
      admit: async () => {
        // The first recommendation, which any user may generate, may have been made meanwhile.
        await permit(kind, writer);
        await enforceRateLimit("generates", limitKey);
      },
      make: async (holding) => (await make(new Date(), { holding })).id,
      onFailure: () => refund("generates", limitKey),
    });
    return readRow(kind, id);
  }

  /**
   * Like `generate`, for the schedule: without a rate limit. The first scheduled one of a week enters the track record.
   *
   * @throws ServiceError `unavailable`
   */
  async function generateAsSystem(): Promise<RowOf<Kind>> {
    const id = await generateOnce({
      kind,
      make: async (holding) => (await make(new Date(), { holding, bySchedule: true })).id,
    });
    return readRow(kind, id);
  }

  /** What the engine would recommend now; see `sharePreview`. @throws ServiceError `unavailable` */
  const sharedPreview = (): Promise<Preview<Kind>> =>
    sharePreview<Kind>(kind, (at) => compose(at, {}, async (composed) => toPreview(composed)));

  /**
   * Returns what the engine would recommend now, without storing it. Unless it fails, it counts against a rate limit as
   * a generation does, but by itself, so that what was previewed can be published at once.
   *
   * @throws ServiceError `unauthenticated`, `limited`, or `unavailable`
   */
  async function preview(viewer: Viewer | null): Promise<Preview<Kind>> {
    if (!viewer || !mayPreview(viewer)) {
      throw unauthenticatedError("Please log in to see a preview.");
    }
    const limitKey = `preview ${kind} ${viewer.id}`;
    await enforceRateLimit("generates", limitKey);
    try {
      return await sharedPreview();
    } catch (error) {
      await refund("generates", limitKey).catch(
        reportWarning("a failed preview still counts towards the rate limit"),
      );
      throw error;
    }
  }

  /**
   * Generates a recommendation if the viewer may, and returns a preview otherwise.
   *
   * @throws ServiceError `unauthenticated`, `limited`, or `unavailable`
   */
  async function generateOrPreview(viewer: Viewer | null): Promise<RowOf<Kind> | Preview<Kind>> {
    const writer = requireWriter(viewer, LOG_IN);
    if (!(await isPermitted(kind, writer))) return preview(writer);
    try {
      return await generate(writer);
    } catch (error) {
      // Another user has made the first recommendation meanwhile.
      if (error instanceof ServiceError && error.kind === "forbidden") return preview(writer);
      throw error;
    }
  }

  /** @returns a recommendation with what is needed to check it by hand. @throws ServiceError `notFound` */
  async function read(id: string) {
    const row = await readWhole(kind, id);
    const [more, neighbours, outcome, place] = await Promise.all([
      definition.readMore(row),
      findNeighbours(row),
      readOutcome(row),
      readRecordPlace(row),
    ]);
    return {
      recommendation: serialize(row),
      calculation: row.calculation as Calculation,
      ...more,
      ...neighbours,
      ...outcome,
      ...place,
    };
  }

  return {
    kind,
    compose,
    present,
    serialize,
    list,
    make,
    generate,
    generateAsSystem,
    preview,
    sharedPreview,
    generateOrPreview,
    read,
    /** @throws ServiceError `notFound` */
    readListed: (id: string): Promise<RowOf<Kind>> => readRow(kind, id),
    count: (): Promise<number> => countRecommendations(kind),
    /** @throws ServiceError `notFound` */
    readCalculation: async (id: string) => (await readWhole(kind, id)).calculation as Calculation,
    /**
     * Recomputes a recommendation from its stored inputs.
     *
     * @returns the stored and the recomputed values, which are equal unless the inputs or the engine have changed
     * @throws ServiceError `notFound`
     */
    async recompute(id: string) {
      const row = await readWhole(kind, id);
      const { stored, recomputed } = await definition.recompute(row);
      const { day, weekDate, allocation, rationale } = row;
      return {
        stored: { day, weekDate, ...stored, allocation, rationale },
        recomputed: { ...datesAt(row.createdAt), ...recomputed },
      };
    },
  };
}

/** @returns whether the viewer may generate a recommendation now; it depends on whether the engine has any yet */
const isPermitted = async (kind: Engine, viewer: Viewer): Promise<boolean> =>
  mayGenerate(viewer, false) || mayGenerate(viewer, !(await hasRecommendations(kind)));

/** @throws ServiceError `forbidden` unless the viewer may generate a recommendation */
async function permit(kind: Engine, viewer: Viewer): Promise<void> {
  if (await isPermitted(kind, viewer)) return;
  recordEvent({ kind: "permission-denied", user: viewer.id, action: `generate-${kind}` });
  const message = `Only members of the organisation can generate ${kind} recommendations.`;
  throw new ServiceError("forbidden", message);
}

/** @returns a recommendation as it is listed, without its calculation. @throws ServiceError `notFound` */
async function readRow<Kind extends Engine>(kind: Kind, id: string): Promise<RowOf<Kind>> {
  const [row] = await findListed(kind, [id]);
  if (!row) throw notFoundError("Recommendation");
  return row;
}

/** @returns a recommendation with its calculation. @throws ServiceError `notFound` */
async function readWhole<Kind extends Engine>(
  kind: Kind,
  id: string,
): Promise<FullRecommendation<Kind>> {
  const row = await findRecommendation(kind, id);
  if (!row) throw notFoundError("Recommendation");
  return row;
}

function datesAt(moment: Date) {
  const day = dayOf(moment);
  return { day, weekDate: mondayOf(day) };
}

function toPreview<Kind extends Engine>({ recommendation }: Composed<Kind>): Preview<Kind> {
  const { kind, createdAt, rationale, allocation, facts } = recommendation;
  return {
    kind,
    createdAt,
    rationale,
    allocation,
    facts,
    id: newRecommendationId(),
    ...datesAt(createdAt),
    isScheduled: false,
    isPreview: true,
  } as Preview<Kind>;
}

/** @returns whether a recommendation is a preview, which is not stored */
export const isPreview = <Row extends RecommendationRow>(
  row: Row,
): row is Row & { isPreview: true } => "isPreview" in row;
