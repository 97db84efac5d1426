import type { z } from "zod";
import { errorSchemas } from "~/schemas/error-responses";
import type { JsonSchema } from "./schemas.server";

const header = (
  description: string,
  example: string | number,
  schema: JsonSchema = { type: "string" },
) => ({ description, schema, example });

export const headers = {
  ETag: header(
    "Identifies this version of the response; send it back in `If-None-Match`.",
    '"2f-hN5cCwp7"',
  ),
  Link: header(
    'The URL of the next page, as `<…>; rel="next"`; absent on the last page.',
    '<https://example.org/api/reviews?limit=20&cursor=6790a1f2c3d4e5f60718293a.1769074200000>; rel="next"',
  ),
  "WWW-Authenticate": header("The authentication scheme.", "Bearer", {
    type: "string",
    const: "Bearer",
  }),
  "Retry-After": header("Seconds to wait before trying again.", 42, {
    type: "integer",
    minimum: 1,
  }),
  Allow: header("The supported methods.", "GET, HEAD"),
  "Last-Modified": header("When the file was created.", "Thu, 22 Jan 2026 09:05:00 GMT"),
  "Accept-Ranges": header("Byte ranges are supported.", "bytes", {
    type: "string",
    const: "bytes",
  }),
  "Content-Range": header("The range returned, and the total size.", "bytes 0-1023/88412"),
};

export type HeaderName = keyof typeof headers;

interface SharedResponse {
  status: number;
  description: string;
  headers?: readonly HeaderName[];
  /** An error by default. */
  schema?: z.ZodType;
  /** Omitted if there is no body. */
  example?: object;
}

const responses = {
  NotModified: {
    status: 304,
    description: "Not modified. There is no body.",
    headers: ["ETag"],
  },
  BadRequest: {
    status: 400,
    description:
      "The body is not valid JSON, or a field or parameter is invalid; `fieldErrors` has the details.",
    schema: errorSchemas.invalid,
    example: { error: "Some fields are invalid.", fieldErrors: { title: ["Required"] } },
  },
  Unauthorized: {
    status: 401,
    description: "The token is missing, invalid or expired.",
    headers: ["WWW-Authenticate"],
    schema: errorSchemas.unauthenticated,
    example: { error: "Authentication required" },
  },
  Forbidden: {
    status: 403,
    description: "You do not have permission.",
    example: { error: "Only members of the organisation review Tokenomics." },
  },
  NotFound: {
    status: 404,
    description: "Not found. A malformed id returns a 404 too.",
    example: { error: "Article not found" },
  },
  Gone: {
    status: 410,
    description: "It existed, and was removed.",
    example: { error: "This account was deleted." },
  },
  MethodNotAllowed: {
    status: 405,
    description: "The path does not support this method.",
    headers: ["Allow"],
    example: { error: "Method not allowed" },
  },
  Conflict: {
    status: 409,
    description: "It already exists; `id` identifies it.",
    schema: errorSchemas.conflict,
    example: { error: "This link has already been posted.", id: "6790a1f2c3d4e5f60718293a" },
  },
  PreconditionFailed: {
    status: 412,
    description:
      "The text has changed since the version that `If-Match` names. Nothing was changed.",
    example: {
      error:
        "This was changed meanwhile, in another tab or by another program. Nothing was overwritten.",
    },
  },
  ContentTooLarge: {
    status: 413,
    description: "The body is larger than 64 KiB.",
    example: { error: "More than 64 KiB were sent, which is over the limit." },
  },
  UnsupportedMediaType: {
    status: 415,
    description: "The body is not sent as `application/json`, or in another charset than UTF-8.",
    example: { error: "The body must be application/json." },
  },
  RangeNotSatisfiable: {
    status: 416,
    description: "The requested range is outside the file.",
    headers: ["Content-Range"],
  },
  TooManyRequests: {
    status: 429,
    description: "A rate limit was exceeded. Nothing was changed.",
    headers: ["Retry-After"],
    example: { error: "Too many requests. Please try again in 42 seconds." },
  },
  InternalError: {
    status: 500,
    description: "An unexpected error, logged under the request's id.",
    schema: errorSchemas.internal,
    example: { error: "Internal error", requestId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
  },
  Unavailable: {
    status: 503,
    description:
      "Temporarily unavailable: the site is busy, too many of your requests are open, the database is unreachable, or required data is missing. Try again later; if `Retry-After` is sent, after that many seconds.",
    example: { error: "This is not available just now. Please try again in a few minutes." },
  },
} as const satisfies Record<string, SharedResponse>;

export type SharedName = keyof typeof responses;

export const sharedResponses: Record<SharedName, SharedResponse> = responses;
