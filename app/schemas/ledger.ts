/** The query and the parameter of the ledger's calls. */
import { z } from "zod";
import { listQuery } from "./pagination";

const SEQ = /^[1-9]\d{0,14}$/;

export const ledgerQuery = z.object({
  limit: listQuery.shape.limit,
  cursor: z
    .string()
    .regex(SEQ, "cursor must be the seq of an entry")
    .transform(Number)
    .default(0)
    .meta({
      description: "The `seq` of the last entry that you have; those after it follow.",
      examples: ["34"],
    }),
});

export const seqParam = z.object({
  seq: z.string().meta({
    description: "Its position. A malformed or unknown one is a 404.",
    examples: ["34"],
  }),
});

/** @returns the position that a path names, or `null` */
export const parseSeq = (text: string | undefined): number | null =>
  text !== undefined && SEQ.test(text) ? Number(text) : null;
