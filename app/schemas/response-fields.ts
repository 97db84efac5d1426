/** The fields that the API's responses are made of, each with its documentation. */
import { z } from "zod";

/** @param what has the id, such as `article` */
export const id = (what: string, example: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .meta({ description: `The permanent id of the ${what}.`, examples: [example] });

/** @param what happened then, such as `When it was posted` */
export const timestamp = (what: string, example: string) =>
  z.iso.datetime({ precision: 3 }).meta({ description: `${what}, in UTC.`, examples: [example] });

export const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

/** A whole number from 0 on. */
export const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
