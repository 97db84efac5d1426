/** The errors of the API and the headers it sends, which all its calls share in the document. */
import type { z } from "zod";
import { errorSchemas } from "~/schemas/responses";
import type { ApiResponse, Reference } from "./document.server";
import type { JsonSchema } from "./schemas.server";

const text: JsonSchema = { type: "string" };

export const headers = {
  ETag: {
    description: "Stands for what was answered; send it back in `If-None-Match`.",
    schema: text,
    example: '"2f-hN5cCwp7"',
  },
  Link: {
    description:
      'Where the next page of the list is, as `<…>; rel="next"`. Without it, this page is the last.',
    schema: text,
    example:
      '<https://example.org/api/reviews?limit=20&cursor=6790a1f2c3d4e5f60718293a.1769074200000>; rel="next"',
  },
  "WWW-Authenticate": {
    description: "How to be let in.",
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  "Retry-After": {
    description: "In how many seconds it may be tried again.",
    schema: { type: "integer", minimum: 1 },
    example: 42,
  },
  Allow: {
    description: "The methods that there are.",
    schema: text,
    example: "GET, HEAD",
  },
  "Last-Modified": {
    description: "When the file was made.",
    schema: text,
    example: "Thu, 22 Jan 2026 09:05:00 GMT",
  },
  "Accept-Ranges": {
    description: "Parts of it can be asked for.",
    schema: { type: "string", const: "bytes" },
    example: "bytes",
  },
  "Content-Range": {
    description: "Which part it is, and of how much.",
    schema: text,
    example: "bytes 0-1023/88412",
  },
} satisfies Record<string, { description: string; schema: JsonSchema; example?: unknown }>;

/** @returns references to shared parts by their names */
export const refOf = (part: "headers", ...names: (keyof typeof headers)[]) =>
  Object.fromEntries(
    names.map((name): [string, Reference] => [name, { $ref: `#/components/${part}/${name}` }]),
  );

interface ErrorKind {
  status: number;
  description: string;
  headers?: (keyof typeof headers)[];
  schema?: z.ZodType;
  /** What the answer says, for example; `null` where there is no body. */
  example: object | null;
}

const errors = {
  BadRequest: {
    status: 400,
    description:
      "The body is not valid JSON, or a field or parameter is not what is asked for: `fieldErrors` says which, and why.",
    schema: errorSchemas.invalid,
    example: { error: "Some fields are invalid.", fieldErrors: { title: ["Required"] } },
  },
  Unauthorized: {
    status: 401,
    description: "There is no token, or it is worth nothing (any more).",
    headers: ["WWW-Authenticate"],
    example: { error: "Authentication required" },
  },
  Forbidden: {
    status: 403,
    description: "It is not for you.",
    example: { error: "Only members of the organisation review Tokenomics." },
  },
  NotFound: {
    status: 404,
    description: "There is no such thing. An id that is none is a 404 too.",
    example: { error: "Article not found" },
  },
  MethodNotAllowed: {
    status: 405,
    description: "There is such a path, but not with this method.",
    headers: ["Allow"],
    example: { error: "Method not allowed" },
  },
  Conflict: {
    status: 409,
    description: "It is there already; `id` says what.",
    schema: errorSchemas.conflict,
    example: { error: "This link has already been posted.", id: "6790a1f2c3d4e5f60718293a" },
  },
  ContentTooLarge: {
    status: 413,
    description: "The body has more than 64 KiB.",
    example: { error: "More than 64 KiB were sent, which is over the limit." },
  },
  UnsupportedMediaType: {
    status: 415,
    description: "The body does not come as `application/json`.",
    example: { error: "The body must be application/json." },
  },
  RangeNotSatisfiable: {
    status: 416,
    description: "There is no such part of the file.",
    headers: ["Content-Range"],
    example: null,
  },
  TooManyRequests: {
    status: 429,
    description: "Over a limit. Nothing was done.",
    headers: ["Retry-After"],
    example: { error: "Too many requests. Please try again in 42 seconds." },
  },
  InternalError: {
    status: 500,
    description: "A mistake of the site's own, which has been written down under the request's id.",
    schema: errorSchemas.internal,
    example: { error: "Internal error", requestId: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
  },
  Unavailable: {
    status: 503,
    description:
      "It cannot be done now: the database does not answer, or there is nothing to make it from. Try again later; where `Retry-After` is sent, it says when.",
    example: { error: "This is not available just now. Please try again in a few minutes." },
  },
} as const satisfies Record<string, Omit<ErrorKind, "headers"> & { headers?: readonly string[] }>;

export type ErrorName = keyof typeof errors;

export const statusOfError = Object.fromEntries(
  Object.entries(errors).map(([name, { status }]) => [name, status]),
) as Record<ErrorName, number>;

/** @returns the answers that calls have in common */
export function errorResponses(
  add: (schema: z.ZodType) => JsonSchema,
): Record<string, ApiResponse> {
  const entries = Object.entries(errors as unknown as Record<string, ErrorKind>).map(
    ([name, { description, headers: sent, schema = errorSchemas.error, example }]) => [
      name,
      {
        description,
        ...(sent ? { headers: refOf("headers", ...sent) } : {}),
        ...(example ? { content: { "application/json": { schema: add(schema), example } } } : {}),
      },
    ],
  );
  return {
    NotModified: {
      description: "It is as you have it. There is no body.",
      headers: refOf("headers", "ETag"),
    },
    ...(Object.fromEntries(entries) as Record<string, ApiResponse>),
  };
}
