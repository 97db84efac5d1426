import { expect, test } from "vitest";
import { z } from "zod";

const modules = import.meta.glob<Record<string, unknown>>("/app/schemas/*.ts", { eager: true });
const inputs = Object.entries(modules).filter(([path]) => !/response|export/.test(path));

test("no message of a field shows how a number was read", () => {
  const shown = inputs.flatMap(([path, schemas]) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      schema instanceof z.ZodObject
        ? Object.entries(schema.shape as Record<string, z.ZodType>)
            .filter(([, field]) =>
              field.safeParse("x").error?.issues.some(({ message }) => /NaN/.test(message)),
            )
            .map(([field]) => `${path} ${name}.${field}`)
        : [],
    ),
  );
  expect(shown).toEqual([]);
});
