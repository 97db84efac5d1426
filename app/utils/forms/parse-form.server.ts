import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { ServiceError } from "~/services/errors";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { readBody, requireUtf8, UnreadableBodyError } from "../http/request-body.server";
import { getClient } from "../http/request-client.server";
import { serviceErrorOrThrow, errorResponseInit } from "../http/error-responses.server";

/** Several times the fields of the largest form. Reading thousands of names would take seconds. */
const MAX_FIELDS = 40;

const badRequest = () => new Response("The form could not be read.", { status: 400 });

/**
 * Accepts only plain words as field names. conform would turn `a.b`, `a[0]` and repeated names into objects
 * or lists, treat `__intent__` as a command, and trip over names of `Object.prototype`.
 */
const isFieldName = (name: string) => /^[a-zA-Z]+$/.test(name) && !(name in Object.prototype);

interface PostedForm {
  form: FormData;
  rateLimitError: ServiceError | null;
}

/**
 * Reads a posted form and counts it against the rate limit of its address.
 *
 * @param isShownAgain whether the form is read even over the limit, so that its page can be shown with everything
 *   typed. From twice as many requests on, `server/load-limits.ts` refuses them before they are read. Without it, the
 *   form over the limit is empty
 * @throws Response 400 for a body that is not a form, or one with files, with unknown or repeated names, with too many
 *   fields or with invalid UTF-8, and 415 for another charset
 */
export async function readForm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { isShownAgain = false } = {},
): Promise<PostedForm> {
  const rateLimitError = await countWrite(request, context).then(() => null, serviceErrorOrThrow);
  if (rateLimitError && !isShownAgain) return { form: new FormData(), rateLimitError };
  const form = await formIn(request).catch((error: unknown) => {
    throw error instanceof UnreadableBodyError
      ? new Response(error.message, { status: error.status })
      : badRequest();
  });
  return { form, rateLimitError };
}

/** @throws an error if the body is not a form of this site; UnreadableBodyError if its text is not UTF-8 */
async function formIn(request: Request): Promise<FormData> {
  const body = (await readBody(request)).toString();
  const type = request.headers.get("Content-Type") ?? "";
  const [, boundary] = /^multipart\/.*;\s*boundary="?([^";\s]+)/i.exec(type) ?? [];
  const fields = body.split(boundary ?? "&", MAX_FIELDS + 3);
  // The boundary of a multipart body also stands before the first field and after the last.
  if (fields.length > MAX_FIELDS + (boundary ? 2 : 0)) throw badRequest();
  if (boundary) fields.forEach(requireUtf8Part);
  const form = await (
    boundary
      ? new Response(body, {
          headers: { "Content-Type": `multipart/form-data; boundary="${boundary}"` },
        })
      : new Response(wellEncoded(body), { headers: { "Content-Type": type } })
  ).formData();
  const names = new Set<string>();
  for (const [name, value] of form) {
    if (!isFieldName(name) || typeof value !== "string" || names.has(name)) throw badRequest();
    names.add(name);
  }
  return form;
}

/** Escapes lone percent signs, which stand for themselves. @throws URIError for escaped bytes that are not UTF-8 */
function wellEncoded(form: string): string {
  const escaped = form.replace(/%(?![\da-f]{2})/gi, "%25");
  decodeURIComponent(escaped);
  return escaped;
}

/** @throws UnreadableBodyError 415 if the headers of a part of a multipart body name an encoding other than UTF-8 */
function requireUtf8Part(part: string): void {
  const [headers = ""] = part.split("\r\n\r\n", 1);
  requireUtf8(headers);
  if (/^content-transfer-encoding:\s*(base64|quoted)/im.test(headers)) {
    throw new UnreadableBodyError(415, "The text must be UTF-8, without a transfer encoding.");
  }
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
