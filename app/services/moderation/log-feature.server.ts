import { feedFormats } from "~/config/feeds";
import { MODERATION_LOG } from "~/config/page-tags";
import { listNewestEntries } from "~/models/moderation-log.server";
import { logFeedQuery, logPageQuery, logQuery } from "~/schemas/moderation-log";
import { parametersOf, type Feature } from "../feature";

const LOG = [MODERATION_LOG];

/** The public log of moderation. */
export const moderationLog: Feature = {
  fixedPages: [["/moderation/log", async () => (await listNewestEntries(1))[0]?.at ?? null]],
  cached: [
    { path: "/moderation/log", tags: LOG, parameters: parametersOf(logPageQuery) },
    { path: "/moderation/log/:year", tags: LOG },
    ...feedFormats.map((format) => ({
      path: `/moderation/log/feed.${format}`,
      tags: LOG,
      parameters: parametersOf(logFeedQuery),
    })),
    { path: "/api/moderation/log", tags: LOG, parameters: parametersOf(logQuery) },
    { path: "/api/moderation/log/years/:year", tags: LOG },
  ],
};
