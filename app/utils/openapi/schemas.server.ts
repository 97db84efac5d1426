/** Zod schemas as JSON Schema (draft 2020-12), with those that have a name collected in one place. */
import { z } from "zod";

/** As much of JSON Schema as ours come to. */
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
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  [key: string]: unknown;
}

type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

export class SchemaCollection {
  readonly #named = new Map<string, JsonSchema>();

  /** @returns the schema; where it or a part of it has a name (`meta({ id })`), a reference to that */
  add(schema: z.ZodType, io: Direction): JsonSchema {
    const { $defs = {}, ...rest } = converted(schema, io);
    for (const [name, part] of Object.entries($defs as Record<string, JsonSchema>)) {
      this.#named.set(name, part);
    }
    return rest;
  }

  /** @returns a reference to a schema that gets its name here */
  addAs(name: string, schema: z.ZodType, io: Direction): JsonSchema {
    this.#named.set(name, this.add(schema, io));
    return { $ref: COMPONENTS + name };
  }

  /** @returns the schema itself */
  inline = (schema: z.ZodType, io: Direction): JsonSchema => this.add(schema, io);

  components = (): Record<string, JsonSchema> => Object.fromEntries(this.#named);
}

function converted(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(jsonSchema as JsonSchema, zodSchema),
  }) as JsonSchema;
  return withReferences(json) as JsonSchema;
}

/**
 * Takes out what zod writes down and nobody needs to be told, and puts back what it leaves out: it
 * cannot know that an example of what is changed on its way in is one of what is sent.
 */
function tidy(schema: JsonSchema, of: z.core.$ZodType): void {
  const { examples } = z.globalRegistry.get(of) ?? {};
  if (examples) schema.examples = examples as unknown[];
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format?.startsWith("date")) delete schema.pattern;
}

/** Where a document keeps its schemas differs; the names do not. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" ? String(part).replace("#/$defs/", COMPONENTS) : withReferences(part),
    ]),
  );
}

/** @returns the schema that a reference stands for, or the schema itself */
export function resolved(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  return schema.$ref ? (named[schema.$ref.slice(COMPONENTS.length)] ?? {}) : schema;
}

/** @returns the name of what a schema refers to */
export const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(COMPONENTS.length);

/** @returns what something of a schema may look like, made of the examples of its fields */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  const {
    examples,
    properties,
    items,
    const: fixed,
    default: usual,
    enum: values,
  } = resolved(schema, named);
  if (examples?.length) return examples[0];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(part, named)]),
    );
  }
  if (items) return [exampleOf(items, named)];
  return fixed ?? usual ?? values?.[0];
}
