import { entrySentence } from "~/domain/log-words";
import { moderationReasons } from "~/domain/moderation";
import { listNewestEntries } from "~/models/moderation-log.server";
import type { FeedDraft } from "./published-feeds.server";

/** Lists the newest entries of the public log: decisions, and what followed on them. */
export async function moderationFeed(limit: number): Promise<FeedDraft> {
  const entries = await listNewestEntries(limit);
  return {
    path: "/moderation/log",
    title: "Moderation log",
    description: "Every decision of the moderators, by which rule, and what became of it.",
    entries: entries.map((entry) => {
      const { until, rule, reason, role } = entry;
      const label = moderationReasons[reason].label;
      const by = role ? [`By ${role === "moderator" ? "a moderator" : "an administrator"}.`] : [];
      const end = until ? [`Until ${until.toISOString().slice(0, 10)}.`] : [];
      const rests = `Rule ${rule}: ${label}.`;
      return {
        kind: "moderation",
        of: entry.id,
        path: `/moderation/log?of=${entry.decisionId}`,
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
