/** Reading recommendations: what the services of both engines share. */
import { dayOf, mondayOf } from "~/domain/calendar-days";
import type { Cursor, Page } from "~/domain/cursor";
import type { Engine } from "~/domain/engines";
import {
  countRecommendations,
  findListed,
  findRecommendation,
  listRecommendations,
  type RecommendationRow,
  type RowOf,
  type FullRecommendation,
} from "~/models/recommendation.server";
import { notFoundError } from "../errors";

const NAME = "Recommendation";

/** @returns a page of an engine's recommendations, newest first */
export const listRows = <Kind extends Engine>(
  kind: Kind,
  list: { limit: number; after?: Cursor },
): Promise<Page<RowOf<Kind>>> => listRecommendations(kind, list);

/** @returns how many recommendations of an engine there are */
export const countRows = (kind: Engine): Promise<number> => countRecommendations(kind);

/** @returns a recommendation as it is listed, without its calculation. @throws ServiceError `notFound` */
export async function readRow<Kind extends Engine>(kind: Kind, id: string): Promise<RowOf<Kind>> {
  const [row] = await findListed(kind, [id]);
  if (!row) throw notFoundError(NAME);
  return row;
}

/** @returns a recommendation with its calculation. @throws ServiceError `notFound` */
export async function readWhole<Kind extends Engine>(
  kind: Kind,
  id: string,
): Promise<FullRecommendation<Kind>> {
  const row = await findRecommendation(kind, id);
  if (!row) throw notFoundError(NAME);
  return row;
}

/** @returns the stored day and week of a recommendation */
export const datesOf = ({ day, weekDate }: RecommendationRow) => ({ day, weekDate });

/** @returns the day and week of a recommendation, computed from its creation time */
export function computedDatesOf({ createdAt }: RecommendationRow) {
  const day = dayOf(createdAt);
  return { day, weekDate: mondayOf(day) };
}
