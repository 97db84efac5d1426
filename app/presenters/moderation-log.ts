import type { z } from "zod";
import type { ModerationLogEntry } from "~/models/moderation-log.server";
import {
  logEntryLine,
  loggedDecisionResponse,
  type LoggedDecisionResponse,
} from "~/schemas/moderation-log-responses";
import type { LoggedDecision } from "~/services/moderation/log.server";
import { presenter } from "./presenter";

type Following = LoggedDecisionResponse["followed"][number];

const presentDecision = presenter(loggedDecisionResponse.omit({ followed: true }));
const presentLine = presenter(logEntryLine);

/** The address of a text; accounts have none in the log. */
export const loggedPath = ({
  kind,
  targetId,
}: Pick<ModerationLogEntry, "kind" | "targetId">): string | null =>
  targetId && `/${kind}/${targetId}`;

/** Serializes a decision of the log with what followed on it. */
export const serializeLoggedDecision = ({
  followed,
  ...entry
}: LoggedDecision): LoggedDecisionResponse => ({
  ...presentDecision({ ...entry, path: loggedPath(entry) }),
  followed: followed.map(({ act, at, role, outcome }) => ({
    act: act as Following["act"],
    at: at.toISOString(),
    role,
    outcome,
  })),
});

/** Serializes an entry as a line of the export. */
export const serializeLogEntry = (entry: ModerationLogEntry): z.infer<typeof logEntryLine> =>
  presentLine({
    ...entry,
    path: loggedPath(entry),
    minutes: entry.took === null ? null : Math.round(entry.took / 6_000) / 10,
  });
