/** The queries of the public log of moderation, of its export and of its summaries. */
import { z } from "zod";
import { decisionKindNames, moderatedKinds, RULE_COUNT } from "~/domain/moderation";
import { cursor, listQuery } from "./pagination";

const id = z.string().regex(/^[0-9a-f]{24}$/, "This is not an id");
const kind = z.enum(moderatedKinds, { error: "There is no such kind" });
const decision = z.enum(decisionKindNames, { error: "There is no such decision" });
const rule = z.coerce.number({ error: "Please choose a rule." }).pipe(
  z
    .int()
    .min(1)
    .max(RULE_COUNT, { error: `rule must be a whole number from 1 to ${RULE_COUNT}` }),
);
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "month must be a month as 2026-01");

/** A filter of a page: what is invalid, or chosen as “all”, is ignored. */
const ignored = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** The query of the page. */
export const logPageQuery = z.object({
  kind: ignored(kind),
  decision: ignored(decision),
  rule: ignored(rule),
  month: ignored(month),
  batch: ignored(id),
  of: ignored(id),
  after: ignored(cursor),
});
export type LogPageQuery = z.infer<typeof logPageQuery>;

/** The query of a feed: without the filters to which nothing more comes. */
export const logFeedQuery = logPageQuery.pick({ kind: true, decision: true, rule: true });

/** The query of the call. */
export const logQuery = listQuery.extend({
  kind: kind.optional().meta({ description: "Only decisions about such.", examples: ["article"] }),
  decision: decision
    .optional()
    .meta({ description: "Only decisions of this kind.", examples: ["hide"] }),
  rule: rule
    .optional()
    .meta({ description: "Only decisions that rest on this rule.", examples: [1] }),
  month: month.optional().meta({
    description: "Only decisions of this month, in UTC.",
    examples: ["2026-01"],
  }),
  batch: id.optional().meta({
    description: "Only decisions of one bulk act.",
    examples: ["6791e8d9f0a1b2c3d4e5f607"],
  }),
});

/** The query of the export. */
export const logExportQuery = z.object({
  after: id.optional().meta({
    description: "The id of the last entry that you have; without it, all entries come.",
    examples: ["6791e8d9f0a1b2c3d4e5f607"],
  }),
});

/** A year of the summary, in an address. */
export const logYear = z
  .string()
  .regex(/^20\d{2}$/)
  .transform(Number);
