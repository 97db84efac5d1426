import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { ServiceError } from "~/services/errors";
import { errorResponseInit, logFailure } from "../http/error-responses.server";
import { readForm } from "./parse-form.server";

/** The response body for a script whose post was rejected. */
export interface ScriptRefusal {
  error: string;
  fieldErrors?: Record<string, string[]>;
}

const NO_STORE = { "Cache-Control": "no-store" };
const FAILED = "Something went wrong. Please try again later.";

/**
 * Creates the action of a route that only our own scripts post to. It returns JSON: what `handle` returns, or the error.
 * As in other forms, an empty field counts as missing.
 *
 * @throws Response 400 for anything that is not a form
 */
export const scriptAction =
  <Schema extends z.ZodType>(
    schema: Schema,
    handle: (input: z.output<Schema>, args: ActionFunctionArgs) => Promise<Response | object>,
  ) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const { form, rateLimitError } = await readForm(args);
    try {
      if (rateLimitError) throw rateLimitError;
      const fields = Object.fromEntries([...form].filter(([, value]) => value !== ""));
      const answer = await handle(parse(schema, fields), args);
      return answer instanceof Response ? answer : Response.json(answer, { headers: NO_STORE });
    } catch (error) {
      return refusal(logFailure(error, args.context, "a request from a script of the page failed"));
    }
  };

/** @throws ServiceError `invalid` with the field errors */
function parse<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const { fieldErrors } = z.flattenError(result.error as z.ZodError<Record<string, unknown>>);
  throw new ServiceError("invalid", "Some fields are invalid.", {
    fieldErrors: fieldErrors as Record<string, string[]>,
  });
}

function refusal(error: ServiceError | null): Response {
  const { status, headers } = error ? errorResponseInit(error) : { status: 500, headers: {} };
  const body: ScriptRefusal = {
    error: error?.message ?? FAILED,
    fieldErrors: error?.details.fieldErrors,
  };
  return Response.json(body, { status, headers: { ...headers, ...NO_STORE } });
}
