/** Builders for the fields of the API's responses, each with its documentation. */
import { z } from "zod";

/** @param what the kind of document that has the id, such as `article` */
export const id = (what: string, example: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .meta({ description: `The permanent id of the ${what}.`, examples: [example] });

/** Like `id`, or null. @param description in full, with when it is null */
export const idOrNull = (description: string, example: string | null) =>
  id("", "")
    .nullable()
    .meta({ description, examples: [example] });

/** @param what what happened at that time, such as `When it was posted` */
export const timestamp = (what: string, example: string) =>
  z.iso.datetime({ precision: 3 }).meta({ description: `${what}, in UTC.`, examples: [example] });

/** Like `timestamp`, or null. @param description in full, with when it is null */
export const timestampOrNull = (what: string, description: string, example: string) =>
  timestamp(what, example)
    .nullable()
    .meta({ description, examples: [example] });

export const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

export const textOrNull = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

/** A whole number, at least 0. */
export const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** An ISO date in UTC. */
export const day = (description: string, example: string) =>
  z.iso.date().meta({ description, examples: [example] });

/** An unrounded number from a calculation. */
export const figure = (description: string, example: number) =>
  z.number().meta({ description, examples: [example] });

/** The figures of a record of constants, by name. */
export const figuresOf = <Name extends string>(
  constants: Record<Name, number>,
  descriptions: Record<Name, string>,
) => {
  const names = Object.keys(constants) as Name[];
  const fields = names.map((name) => [name, figure(descriptions[name], constants[name])]);
  return Object.fromEntries(fields) as Record<Name, ReturnType<typeof figure>>;
};

export const figureOrNull = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

export const flag = (description: string, example = false) =>
  z.boolean().meta({ description, examples: [example] });

/** A whole percentage. */
export const percent = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .max(100)
    .meta({ description, examples: [example] });

/** The formulas of one step of a calculation. */
export const formulas = (description: string, example: string) =>
  z.array(z.string()).meta({ description, examples: [[example]] });
