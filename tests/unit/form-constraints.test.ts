import { expect, test } from "vitest";
import { z } from "zod";
import { getConstraint } from "~/utils/forms/parse-form.server";

test("the only constraint that browsers get is whether a field is required", () => {
  const schema = z.object({
    text: z.string().min(2).max(5).regex(/a/),
    choice: z.enum(["a", "b"]),
    number: z.number().min(1).max(5),
    optional: z.string().max(5).optional(),
  });
  expect(getConstraint(schema)).toEqual({
    text: { required: true },
    choice: { required: true },
    number: { required: true },
    optional: { required: false },
  });
});
