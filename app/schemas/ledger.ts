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

const position = (minimum: number, description: string, example: string) =>
  z
    .string()
    .regex(minimum ? PATH_NUMBER : /^(0|[1-9]\d{0,14})$/, "must be a whole number in plain digits")
    .transform(Number)
    .optional()
    .meta({ description, examples: [example] });

export const proofQuery = z
  .object({
    leaf: position(0, "For a proof of inclusion: the index of the leaf, which is `seq` − 1.", "33"),
    size: position(1, "For a proof of inclusion: the number of entries in the tree.", "42"),
    from: position(1, "For a proof of consistency: the size of the smaller tree.", "34"),
    to: position(1, "For a proof of consistency: the size of the larger tree.", "42"),
  })
  .refine(({ leaf, size, from, to }) => {
    const isComplete = [leaf, size, from, to].filter((value) => value !== undefined).length === 2;
    return isComplete && (leaf! < size! || from! <= to!);
  }, "Send leaf and size, with leaf below size, or from and to, with from not above to.");

/** No cosignature by a known key is longer. */
const MAX_SIGNATURE_LENGTH = 500;

export const cosignatureInput = z.object({
  size: z
    .int()
    .min(1)
    .meta({ description: "The size of the newest checkpoint.", examples: [42] }),
  signature: z
    .string()
    .max(MAX_SIGNATURE_LENGTH)
    .meta({
      description:
        "The line with the cosignature (C2SP tlog-cosignature), beginning with an em dash.",
      examples: ["— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRa=="],
    }),
});

export const seqParam = z.object({
  seq: text("The position of the entry. A malformed or unknown one returns a 404.", "34"),
});
