import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import etag from "etag";
import { errorResponseInit, logCause, toServiceError } from "./error-responses.server";
import { notModified, versionedEtag } from "./etag-response.server";
import { getContext } from "./load-context";
import { isCausedByClient, UnreadableBodyError } from "./request-body.server";

/** A JSON response with headers of its own, such as a list's `Link`. */
export class JsonResult<Data> {
  constructor(
    readonly data: Data,
    readonly headers: Record<string, string>,
    /** The version of the text in the response, which becomes part of the `ETag`, so that `If-Match` can name it. */
    readonly version?: number,
  ) {}
}

/** @returns the response of a call that succeeded, with an `ETag`; a 304 if the client has it already */
export function success(request: Request, result: unknown, status = 200): Response {
  // Non-JSON responses, such as the PDF, set their own headers.
  if (result instanceof Response) return result;
  const { data, headers, version } =
    result instanceof JsonResult ? result : new JsonResult(result, {});
  const body = JSON.stringify(data);
  const init: Record<string, string> = {
    "Content-Type": "application/json; charset=utf-8",
    ...headers,
  };
  if (request.method !== "GET" && request.method !== "HEAD") {
    if (version !== undefined) init.ETag = versionedEtag(version, body);
    return new Response(body, { status, headers: { ...init, "Cache-Control": "no-store" } });
  }
  // Unchanged data costs a polling client no body. Responses to a token are private.
  const cacheControl = request.headers.has("Authorization") ? "private, no-cache" : "no-cache";
  const cacheHeaders = new Headers({
    "Cache-Control": cacheControl,
    ...init,
    ETag: version === undefined ? etag(body) : versionedEtag(version, body),
    Vary: "Authorization",
  });
  return (
    notModified(request, cacheHeaders) ?? new Response(body, { status, headers: cacheHeaders })
  );
}

const json = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(data), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });

/** @returns the response of a call that failed: the error as JSON, which is logged if it is internal */
export function failure(error: unknown, context: AppLoadContext | undefined): Response {
  if (error instanceof UnreadableBodyError) return json(error.status, { error: error.message });
  const { requestId, log } = getContext(context);
  const serviceError = toServiceError(error);
  if (serviceError) {
    logCause(serviceError, log);
    const { id, fieldErrors, codeRequired } = serviceError.details;
    const { status, headers } = errorResponseInit(serviceError);
    if (status === 401) headers["WWW-Authenticate"] = "Bearer";
    return json(status, { error: serviceError.message, id, fieldErrors, codeRequired }, headers);
  }
  if (!isCausedByClient(error)) log.error({ err: error }, "a call failed");
  return json(500, { error: "Internal error", requestId });
}

export const methodNotAllowed = (allowed: string): Response =>
  json(405, { error: "Method not allowed" }, { Allow: allowed });

export const optionsResponse = (allowed: string): Response =>
  new Response(null, {
    status: 204,
    headers: { Allow: allowed, "Access-Control-Allow-Methods": allowed },
  });

/**
 * The response for unknown paths under `/api`. Preflights are allowed, or else scripts on other
 * sites could not read the 404.
 */
export const apiNotFound = ({ request }: Pick<LoaderFunctionArgs, "request">): Response =>
  request.method === "OPTIONS"
    ? optionsResponse("GET, HEAD, POST")
    : json(404, { error: "Not found" });
