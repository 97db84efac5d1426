import type { Notice } from "~/models/notice.server";

/**
 * Reduces a notice to what its reader has neither read nor been mailed.
 * @param period only what was told after `since`, and not after `until`
 * @returns `null` if nothing is left
 */
export function newsOf(notice: Notice, period?: { since: Date; until: Date }): Notice | null {
  const { seenAt, mailedAt } = notice;
  const after = Math.max(...[seenAt, mailedAt, period?.since].map((time) => time?.getTime() ?? 0));
  const until = period?.until.getTime() ?? Infinity;
  const sources = notice.sources.filter(({ toldAt }) => {
    const time = toldAt.getTime();
    return time > after && time <= until;
  });
  const isWhole = sources.length === notice.sources.length;
  return sources.length ? { ...notice, sources, isCut: notice.isCut && isWhole } : null;
}
