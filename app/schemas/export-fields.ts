/** The fields of a copy of a user's data. */
import { z } from "zod";

export const id = (what: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .meta({ description: `The id of the ${what}.` });
export const text = (description: string) => z.string().meta({ description });
export const optional = (description: string) => z.string().nullable().meta({ description });
export const time = (description: string) =>
  z.iso.datetime({ precision: 3 }).meta({ description: `${description}, in UTC.` });
export const optionalTime = (description: string) =>
  z.iso
    .datetime({ precision: 3 })
    .nullable()
    .meta({ description: `${description}, in UTC; null if never.` });
export const yes = (description: string) => z.boolean().meta({ description });
export const count = (description: string) => z.int().min(0).meta({ description });

export const list = <Fields extends z.ZodRawShape>(description: string, fields: Fields) =>
  z.array(z.object(fields)).meta({ description });
