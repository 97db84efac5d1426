import { z } from "zod";

/** The messages of each invalid field of an input; `{}` if all are valid. */
export function complaints(
  schema: z.ZodType,
  input: unknown,
): Record<string, string[] | undefined> {
  const result = schema.safeParse(input);
  return result.success ? {} : z.flattenError(result.error).fieldErrors;
}
