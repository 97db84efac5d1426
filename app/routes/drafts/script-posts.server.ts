import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/domain/viewer";
import { parseForm, readForm } from "~/utils/forms/parse-form.server";
import { browserSession } from "~/utils/http/auth.server";
import { errorResponseInit, serviceErrorOrThrow } from "~/utils/http/error-responses.server";
import { getClient } from "~/utils/http/request-client.server";

interface ScriptContext {
  viewer: Viewer | null;
  address: string;
}

/**
 * Handles a request by a script on the page, which posts form fields and is authenticated by the session cookie.
 *
 * @returns JSON: what `act` returns, or `error` with the status of the error
 */
export async function handleScriptPost<Schema extends z.ZodType>(
  { request, context }: ActionFunctionArgs,
  schema: Schema,
  act: (input: z.output<Schema>, context: ScriptContext) => Promise<object>,
): Promise<Response> {
  const { form, rateLimitError } = await readForm({ request, context });
  const headers = { "Cache-Control": "no-store" };
  try {
    if (rateLimitError) throw rateLimitError;
    const submission = parseForm(form, schema);
    if (submission.status !== "success") {
      return Response.json({ error: "Some fields are invalid." }, { status: 400, headers });
    }
    const { viewer } = (await browserSession(request)) ?? { viewer: null };
    const { address } = getClient(request, context);
    return Response.json(await act(submission.value, { viewer, address }), { headers });
  } catch (error) {
    const serviceError = serviceErrorOrThrow(error);
    const init = errorResponseInit(serviceError);
    return Response.json(
      { error: serviceError.message },
      { ...init, headers: { ...init.headers, ...headers } },
    );
  }
}
