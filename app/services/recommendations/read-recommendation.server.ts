/** Single recommendations of either engine, as its service reads them. */
import type { Engine } from "~/domain/engines";
import {
  findListed,
  findRecommendation,
  type RowOf,
  type FullRecommendation,
} from "~/models/recommendation.server";
import { notFoundError } from "../errors";

const NAME = "Recommendation";

/** @returns an engine's recommendation as lists have it. @throws ServiceError `notFound` */
export async function readRow<Kind extends Engine>(kind: Kind, id: string): Promise<RowOf<Kind>> {
  const [row] = await findListed(kind, [id]);
  if (!row) throw notFoundError(NAME);
  return row;
}

/** @returns an engine's recommendation with its calculation. @throws ServiceError `notFound` */
export async function readWhole<Kind extends Engine>(
  kind: Kind,
  id: string,
): Promise<FullRecommendation<Kind>> {
  const row = await findRecommendation(kind, id);
  if (!row) throw notFoundError(NAME);
  return row;
}
