import { byRole, entrySentence, LOG_DESCRIPTION, logPath, logTitle } from "~/domain/log-words";
import { moderationReasons } from "~/domain/moderation";
import { listNewestEntries } from "~/models/moderation-log.server";
import { logFeedQuery } from "~/schemas/moderation-log";
import type { FeedDraft } from "./feed";

/**
 * Lists the newest entries of the public log: decisions, and what followed on them.
 * @param query the filters, as in the address of the page
 */
export async function moderationFeed(limit: number, query: URLSearchParams): Promise<FeedDraft> {
  const filter = logFeedQuery.parse(Object.fromEntries(query));
  const entries = await listNewestEntries(limit, filter);
  return {
    path: logPath(filter),
    title: logTitle(filter),
    description: LOG_DESCRIPTION,
    entries: entries.map((entry) => {
      const { until, rule, reason, role } = entry;
      const label = moderationReasons[reason].label;
      const by = role ? [`By ${byRole[role]}.`] : [];
      const end = until ? [`Until ${until.toISOString().slice(0, 10)}.`] : [];
      const rests = `Rule ${rule}: ${label}.`;
      return {
        kind: "moderation",
        of: entry.id,
        path: logPath({ of: entry.decisionId }),
        title: entrySentence(entry),
        author: null,
        published: entry.at,
        updated: entry.at,
        categories: [label],
        summary: rests,
        paragraphs: [[rests, ...by, ...end].join(" ")],
      };
    }),
  };
}
