/** Converts zod schemas to JSON Schema (draft 2020-12) and collects the named ones. */
import { z } from "zod";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  [key: string]: unknown;
}

type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

export const referenceTo = (
  kind: "schemas" | "responses" | "parameters" | "headers",
  name: string,
) => ({ $ref: `#/components/${kind}/${name}` });

export class SchemaCollection {
  readonly #named = new Map<string, JsonSchema>();

  /** @returns the JSON schema, with references to named parts (`meta({ id })`) */
  add(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $defs = {}, ...rest } = toJsonSchema(schema, direction);
    for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>)) {
      this.#named.set(name, part);
    }
    return rest;
  }

  /** @returns the JSON schema of an input, which gets a name of its own */
  addInput(name: string, schema: z.ZodType): JsonSchema {
    const added = this.add(schema, "input");
    this.#named.set(name, added);
    return added;
  }

  components = (): Record<string, JsonSchema> => Object.fromEntries(this.#named);
}

function toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: direction,
    override: ({ zodSchema, jsonSchema }) => cleanUp(jsonSchema as JsonSchema, zodSchema),
  });
  const withReferences = JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  return JSON.parse(withReferences) as JsonSchema;
}

/**
 * Removes noise that zod adds, and restores the examples it drops: it cannot know that an output
 * example is valid input for a schema with transforms.
 */
function cleanUp(schema: JsonSchema, of: z.core.$ZodType): void {
  const { examples } = z.globalRegistry.get(of) ?? {};
  if (examples) schema.examples = examples as unknown[];
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format?.startsWith("date")) delete schema.pattern;
}

export function resolveSchema(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  return schema.$ref ? (named[schema.$ref.slice(COMPONENTS.length)] ?? {}) : schema;
}

export const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(COMPONENTS.length);

/** @returns the names of the types that a schema or a list of schemas refers to */
export const namesIn = (schemas: unknown): string[] =>
  [...(JSON.stringify(schemas) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  );

/** @returns an example value, built from the examples of its fields */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const {
    examples,
    properties,
    items,
    const: constant,
    default: defaultValue,
    enum: values,
    oneOf = [],
    anyOf: [firstOf] = oneOf,
  } = resolveSchema(schema, named);
  if (examples?.length) return examples[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(part, named)]),
    );
  }
  if (items) return [exampleOf(items, named)];
  if (firstOf) return exampleOf(firstOf, named);
  return constant ?? defaultValue ?? values?.[0];
}
