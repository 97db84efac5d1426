import { z } from "zod";
import { logYear } from "~/schemas/moderation-log";
import { logSummaryResponse } from "~/schemas/moderation-log-responses";
import { readLogSummary } from "~/services/moderation/log-summary.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Moderation", {
  GET: endpoint({
    id: "getModerationSummary",
    summary: "Get the moderation of a year in numbers",
    description: "Computed from the log, from the year of the first decision to the current year.",
    response: logSummaryResponse,
    params: z.object({
      year: z.string().meta({ description: "The year, in UTC.", examples: ["2026"] }),
    }),
    errors: { notFound: "The log has no such year." },
    handle: async ({ params }) => readLogSummary(logYear.safeParse(params.year).data ?? 0),
  }),
});
export const action = loader;
