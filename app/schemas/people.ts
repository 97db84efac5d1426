import { z } from "zod";
import { cursor } from "./pagination";

/** The kinds of contributions that a person's page lists, each on a subpage. */
export const personPageKind = z.enum(["articles", "reviews", "comments"]);
export type PersonPageKind = z.infer<typeof personPageKind>;

/** Query of a person's page; an invalid cursor is ignored. */
export const personPageQuery = z.object({ after: cursor.optional().catch(undefined) });

/** The beginning of a name, at least two letters or digits. */
export const namePrefix = z.string().regex(/^[A-Za-z0-9]{2,20}$/);
