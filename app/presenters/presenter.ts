import type { z } from "zod";

/** A field of a response before it is serialized: dates are not texts yet. */
type Stored<Field> = Field extends string ? Field | Date : Field;

/** @returns a serializer that takes the fields of a response, and no others, with dates as ISO 8601 */
export function presenter<Schema extends z.ZodObject>(response: Schema) {
  type Response = z.infer<Schema>;
  const names = Object.keys(response.shape) as (keyof Response)[];
  return (item: { readonly [Name in keyof Response]: Stored<Response[Name]> }): Response =>
    Object.fromEntries(
      names.filter((name) => item[name] !== undefined).map((name) => [name, toJson(item[name])]),
    ) as Response;
}

const toJson = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
