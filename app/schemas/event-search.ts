import { z } from "zod";
import { eventKindNames } from "./events";

const missing = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** What events administrators look for, as in the address of the page; what is not valid is left out. */
export const eventSearch = z.object({
  kind: missing(z.enum(eventKindNames)),
  level: missing(z.enum(["info", "warn"])),
  person: missing(z.string().trim().min(1).max(100)),
  day: missing(
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .refine((day) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`))),
  ),
  before: missing(z.string().regex(/^[0-9a-f]{24}$/)),
});
export type EventSearch = z.output<typeof eventSearch>;
