import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { ServiceError } from "~/services/errors";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { getClient } from "../http/request-client.server";
import { serviceErrorOrThrow, errorResponseInit } from "../http/error-responses.server";

const badRequest = () => new Response("The form could not be read.", { status: 400 });

/**
 * Accepts only plain words as field names. conform would turn `a.b`, `a[0]` and repeated names into objects
 * or lists, treat `__intent__` as a command, and trip over names of `Object.prototype`.
 */
const isFieldName = (name: string) => /^[a-zA-Z]+$/.test(name) && !(name in Object.prototype);

interface PostedForm {
  form: FormData;
  /** The rate limit error, if the address has sent too many forms. */
  rateLimitError: ServiceError | null;
}

/**
 * Reads a posted form and counts it against the rate limit of its address. Over the limit it is
 * still read, so that the page can be shown with everything typed.
 * @throws Response 400 for a body that is not a form, or one with files, unknown or repeated names
 */
export async function readForm({
  request,
  context,
}: Pick<ActionFunctionArgs, "request" | "context">): Promise<PostedForm> {
  const rateLimitError = await countWrite(request, context).then(() => null, serviceErrorOrThrow);
  const form = await request.formData().catch(() => {
    throw badRequest();
  });
  const names = [...form.keys()];
  const isOurs = names.every((name) => isFieldName(name) && typeof form.get(name) === "string");
  if (!isOurs || new Set(names).size < names.length) throw badRequest();
  return { form, rateLimitError };
}

/** @throws Response 400 when conform cannot parse the names */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  try {
    return parseWithZod(form, { schema });
  } catch {
    throw badRequest();
  }
}

/**
 * The constraints sent to the browser: only `required`. Native messages for the others would
 * duplicate ours, and `maxlength` truncates pasted text.
 */
export const getConstraint = (schema: z.ZodType): Record<string, { required?: boolean }> =>
  Object.fromEntries(
    Object.entries(getZodConstraint(schema) ?? {}).map(([name, { required }]) => [
      name,
      { required },
    ]),
  );

/** @returns a form field as text; empty if missing */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * Counts a request against the rate limit of its address.
 * @throws ServiceError `limited`
 */
export const countWrite = (request: Request, context: AppLoadContext | undefined) =>
  enforceRateLimit("writes", getClient(request, context).address);

/**
 * Renders a rejected form's page again, with everything typed and the errors beside the fields. The response is not
 * cached, because it contains what was typed.
 * @param error `null` for an internal error; omitted for invalid input
 */
export function rejectedForm<Result extends object>(result: Result, error?: ServiceError | null) {
  const { status, headers } = error
    ? errorResponseInit(error)
    : { status: error === null ? 500 : 400, headers: {} };
  return data(result, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}
