/**
 * Views of article pages. They are counted in batches once a second, after the response; a process that is killed
 * loses the views of its last second.
 */
import { articleTag, VIEWS } from "~/config/page-tags";
import { dayOf } from "~/domain/calendar-days";
import { addViews } from "~/models/article-counts.server";
import { addVisits, dayKey } from "~/models/view.server";
import { invalidate } from "../cache/invalidation.server";
import { createBatch } from "../jobs/batch.server";
import { createHmac } from "node:crypto";

interface View extends Visit {
  articleId: string;
  day: string;
}

const batch = createBatch<View>(count, "views could not be counted");

/** Adds a view to the batch. At most one counts per article, day and visitor. */
export function countViewLater(articleId: string, visit: Visit): void {
  const day = dayOf(new Date());
  const { userId, address } = visit;
  batch.add([articleId, day, userId, address].join("\n"), { articleId, day, userId, address });
}

export const countCollectedViews = batch.finish;

async function count(views: readonly View[]): Promise<void> {
  const added = new Map<string, number>();
  // Around midnight a batch contains views of two days.
  for (const day of new Set(views.map((view) => view.day))) {
    const visits = await Promise.all(
      views
        .filter((view) => view.day === day)
        .map(async (view) => ({
          articleId: view.articleId,
          visitors: await getVisitorKeys(view, day),
        })),
    );
    for (const { articleId } of await addVisits(day, visits)) {
      added.set(articleId, (added.get(articleId) ?? 0) + 1);
    }
  }
  if (!added.size) return;
  await addViews(added);
  await invalidate(VIEWS, ...[...added.keys()].map(articleTag));
}

export interface Visit {
  userId: string | null;
  /** The visitor's address, as returned by `addressKey`. */
  address: string;
}

/**
 * Returns the keys that identify a visitor for view counts: hashes of the address and, if signed in, of the
 * user id. The user agent is not included, because a client can change it with each request. The hash key
 * changes daily and is then deleted, so nobody can be tracked across days.
 */
export async function getVisitorKeys({ userId, address }: Visit, day: string): Promise<string[]> {
  const key = await dayKey(day);
  const hash = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return [hash(`address ${address}`), ...(userId ? [hash(`user ${userId}`)] : [])];
}
