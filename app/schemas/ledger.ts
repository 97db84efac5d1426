/** The query and the path parameter of the API calls for the ledger. */
import { z } from "zod";
import { listQuery } from "./pagination";
import { PATH_NUMBER } from "./path-numbers";
import { text } from "./response-fields";

export const ledgerQuery = z.object({
  limit: listQuery.shape.limit,
  cursor: z
    .string()
    .regex(PATH_NUMBER, "cursor must be the seq of an entry")
    .transform(Number)
    .default(0)
    .meta({
      description: "The `seq` of the last entry that you have; the list begins with the next one.",
      examples: ["34"],
    }),
});

export const seqParam = z.object({
  seq: text("The position of the entry. A malformed or unknown one returns a 404.", "34"),
});
