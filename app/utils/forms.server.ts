import { parseWithZod } from "@conform-to/zod/v4";
import { data, type AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { Refusal } from "~/services/errors";
import { withinLimit } from "~/services/limits.server";
import { clientOf } from "./client.server";
import { refusalInit } from "./refusals.server";

const badRequest = () => new Response("The form could not be read.", { status: 400 });

/**
 * Reads a posted form.
 *
 * @throws Response 400 when the body is no form
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw badRequest();
  });
  for (const [name, value] of [...form]) {
    // No form of ours sends files, or the commands by which conform edits lists: whoever does is
    // not using the page.
    if (typeof value !== "string" || name.startsWith("__")) form.delete(name);
  }
  return form;
}

/** @throws Response 400 when the names in the form make no sense */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    throw badRequest();
  }
}

/** @returns a field of a form as text; empty when it is not there */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Counts a posted form against the writes of its address. @throws Refusal `limited` */
export const countWrite = (request: Request, context: AppLoadContext | undefined) =>
  withinLimit("writes", clientOf(request, context).address);

/** A rejected form: its page again, with everything typed and the messages beside the fields. */
export const rejected = <Answer extends object>(answer: Answer, refusal?: Refusal) =>
  data(answer, refusal ? refusalInit(refusal) : { status: 400 });
