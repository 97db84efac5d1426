import { z } from "zod";
import { cursor } from "./pagination";

/** What somebody writes, each with a page of its own. */
export const personPageKind = z.enum(["articles", "reviews", "comments"]);
export type PersonPageKind = z.infer<typeof personPageKind>;

/** Query of a person's page; an invalid cursor is ignored. */
export const personPageQuery = z.object({ after: cursor.optional().catch(undefined) });
