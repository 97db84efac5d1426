import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { ServiceError } from "~/services/errors";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { getClient } from "../http/request-client.server";
import { serviceErrorOrThrow, errorResponseInit } from "../http/error-responses.server";

const badRequest = () => new Response("The form could not be read.", { status: 400 });

/**
 * Every field of ours has a plain name. Of `a.b`, `a[0]` and a name that comes twice conform makes an
 * object or a list, of `__intent__` a command, and what every object has by nature it adds to: the page
 * that comes back expects texts.
 */
const isFieldName = (name: string) => /^[a-zA-Z]+$/.test(name) && !(name in Object.prototype);

/** A form that was posted. */
interface PostedForm {
  form: FormData;
  /** Why nothing is to come of it: there were too many from this address. */
  tooMany: ServiceError | null;
}

/**
 * Reads a posted form. Whatever is in it, it counts against the writes of its address; one too many is
 * read all the same, so that its page comes back with everything typed.
 *
 * @throws Response 400 when the body is no form, or none of ours: with files, other names or doubled ones
 */
export async function readForm({
  request,
  context,
}: Pick<ActionFunctionArgs, "request" | "context">): Promise<PostedForm> {
  const tooMany = await countWrite(request, context).then(() => null, serviceErrorOrThrow);
  const form = await request.formData().catch(() => {
    throw badRequest();
  });
  const names = [...form.keys()];
  const isOurs = names.every((name) => isFieldName(name) && typeof form.get(name) === "string");
  if (!isOurs || new Set(names).size < names.length) throw badRequest();
  return { form, tooMany };
}

/** @throws Response 400 when the names in the form make no sense */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    throw badRequest();
  }
}

/**
 * What a browser is told of a form: which of its fields are required. Its own words for the rest would
 * stand beside ours, and `maxlength` cuts off the end of what is pasted.
 */
export const getConstraint = (schema: z.ZodType): Record<string, { required?: boolean }> =>
  Object.fromEntries(
    Object.entries(getZodConstraint(schema) ?? {}).map(([name, { required }]) => [
      name,
      { required },
    ]),
  );

/** @returns a field of a form as text; empty when it is not there */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Counts a request against the writes of its address. @throws Refusal `limited` */
export const countWrite = (request: Request, context: AppLoadContext | undefined) =>
  enforceRateLimit("writes", getClient(request, context).address);

/**
 * A rejected form: its page again, with everything typed and the messages beside the fields.
 *
 * @param refusal `null` where it is our own fault; left out where what was typed is
 */
export const rejected = <Answer extends object>(answer: Answer, refusal?: ServiceError | null) =>
  data(answer, refusal ? errorResponseInit(refusal) : { status: refusal === null ? 500 : 400 });
