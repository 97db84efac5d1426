/** Describes API calls from their declarations, for the OpenAPI document and for the pages about the API. */
import type { z } from "zod";
import type { ApiTag } from "~/config/api-tags";
import { errorSchemas } from "~/schemas/error-responses";
import { doneResponse } from "~/schemas/responses";
import { withCommas } from "~/schemas/fields";
import { listQuery, longListQuery } from "~/schemas/pagination";
import { describeLimit, type limitsWith } from "~/config/request-limits";
import {
  BinaryResponse,
  isBodyOptional,
  type AnyEndpoint,
  type Method,
} from "../http/endpoint.server";
import { exampleOf, SchemaCollection, type JsonSchema } from "./schemas.server";
import { sharedResponses, type HeaderName, type SharedName } from "./shared-responses";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface DescribedResponse {
  status: number;
  description: string;
  headers: readonly HeaderName[];
  media?: string;
  schema?: JsonSchema;
  example?: unknown;
  shared?: SharedName;
  /** Whether the description is not that of the shared response. */
  isSpecific?: boolean;
}

interface Call {
  tag: ApiTag;
  method: Method;
  /** In OpenAPI syntax: `/api/articles/{id}`. */
  path: string;
  endpoint: AnyEndpoint;
}

export type DescribedCall = ReturnType<typeof describeCall>;
export type DescribedApi = ReturnType<typeof describeCalls>;

interface Context {
  schemas: SchemaCollection;
  /** `null` if rate limiting is disabled. */
  limits: ReturnType<typeof limitsWith> | null;
}

/** @param limits `null` if rate limiting is disabled */
export function describeCalls(calls: readonly Call[], limits: Context["limits"]) {
  const context = { schemas: new SchemaCollection(), limits };
  return {
    sharedResponses: (Object.keys(sharedResponses) as SharedName[]).map((name) =>
      sharedResponse(name, context),
    ),
    calls: calls.map((call) => describeCall(call, context)),
    schemas: context.schemas.components(),
  };
}

function describeCall({ endpoint, ...call }: Call, context: Context) {
  const { id, summary, description, auth, access } = endpoint;
  const { method } = call;
  return {
    ...call,
    id,
    summary,
    auth,
    description: [description, paginationOf(endpoint, context)].filter(Boolean).join(" "),
    access: access ?? (auth === "required" ? "Signed-in users." : "Everyone."),
    limits: limitsOf(method, endpoint, context),
    /** With the name that a parameter has if calls share it. */
    parameters: parametersOf(method, endpoint, context),
    body: bodyOf(endpoint, context),
    responses: responsesOf(method, endpoint, context),
  };
}

const isPaged = ({ query }: Pick<AnyEndpoint, "query">): boolean =>
  "limit" in ((query as z.ZodObject | undefined)?.shape ?? {});

/** @returns the sentence on pagination for lists, else an empty string */
function paginationOf({ query }: AnyEndpoint, { schemas }: Context): string {
  if (!isPaged({ query })) return "";
  const { limit } = schemas.add(query as z.ZodObject, "input").properties ?? {};
  const [usual, most] = [Number(limit?.default), Number(limit?.maximum)];
  return most > usual
    ? `Returns ${usual} items by default and up to ${withCommas(most)} with \`limit\`; the \`Link\` header points to the next page.`
    : `Returns at most ${most} items; the \`Link\` header points to the next page.`;
}

function limitsOf(method: Method, endpoint: AnyEndpoint, { limits }: Context) {
  if (!limits) return [];
  const names = [...(endpoint.limits ?? []), ...(method === "GET" ? [] : (["writes"] as const))];
  return names.map((name) => ({
    limit: limits[name].points,
    windowSeconds: limits[name].duration,
    per: limits[name].per,
    description: describeLimit(limits[name]),
  }));
}

const sharedParameters: Record<string, z.ZodType> = {
  ...listQuery.shape,
  longLimit: longListQuery.shape.limit,
};

function parametersOf(
  method: Method,
  { params, query, response }: AnyEndpoint,
  { schemas }: Context,
): { parameter: Parameter; shared?: string }[] {
  const fields = (of: z.ZodObject, place: "path" | "query") => {
    const { properties = {}, required = [] } = schemas.add(of, "input");
    return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
      parameter: {
        name,
        in: place,
        required: place === "path" || required.includes(name),
        description,
        schema,
        example: examples?.[0],
      },
      shared: Object.keys(sharedParameters).find(
        (shared) => sharedParameters[shared] === of.shape[name],
      ),
    }));
  };
  const isFile = response instanceof BinaryResponse;
  return [
    ...(params ? fields(params, "path") : []),
    ...(query ? fields(query as z.ZodObject, "query") : []),
    ...(method === "GET" && !(isFile && response.isStreamed)
      ? [
          header(
            "If-None-Match",
            "The `ETag` of the copy you have; a 304 confirms that it is current.",
            '"2f-hN5cCwp7"',
          ),
        ]
      : []),
    ...(isFile && !response.isStreamed
      ? [header("Range", "A byte range of the file.", "bytes=0-1023")]
      : []),
  ];
}

const header = (name: string, description: string, example: string) => ({
  parameter: {
    name,
    in: "header" as const,
    required: false,
    description,
    schema: { type: "string" },
    example,
  },
  shared: name,
});

function bodyOf({ id, body }: AnyEndpoint, { schemas }: Context) {
  if (!body) return undefined;
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}Input`;
  const schema = schemas.addInput(name, body as z.ZodType);
  const example = exampleOf(schema, schemas.components());
  return { name, schema, example, isRequired: !isBodyOptional(body as z.ZodType) };
}

/** @returns the responses in the order of their statuses */
function responsesOf(method: Method, endpoint: AnyEndpoint, context: Context): DescribedResponse[] {
  const errors = commonErrors(method, endpoint).map((name) => sharedResponse(name, context));
  const specific = Object.entries(endpoint.errors ?? {}).map(([kind, description]) => ({
    ...sharedResponse(ERROR_NAMES[kind as keyof typeof ERROR_NAMES], context),
    description,
    isSpecific: true,
  }));
  const all = [...successes(method, endpoint, context), ...errors, ...specific];
  // Integer keys are always in ascending order. Of two errors with the same status, the specific one remains.
  return Object.values(Object.fromEntries(all.map((response) => [response.status, response])));
}

function successes(
  method: Method,
  { response = doneResponse, status = 200, query }: AnyEndpoint,
  context: Context,
): DescribedResponse[] {
  const link = isPaged({ query }) ? (["Link"] as const) : [];
  if (response instanceof BinaryResponse) {
    const { type: media, description, line } = response;
    const schema = line && context.schemas.add(line, "output");
    const example = schema && exampleOf(schema, context.schemas.components());
    if (response.isStreamed)
      return [{ status: 200, description, headers: link, media, schema, example }];
    return [
      { status: 200, description, headers: ["ETag", "Last-Modified", "Accept-Ranges"], media },
      {
        status: 206,
        description: "The requested range.",
        headers: ["ETag", "Content-Range"],
        media,
      },
      sharedResponse("NotModified", context),
      sharedResponse("RangeNotSatisfiable", context),
    ];
  }
  const schema = context.schemas.add(response as z.ZodType, "output");
  const success = {
    status,
    description: status === 201 ? "Created." : "OK.",
    headers: [...(method === "GET" ? (["ETag"] as const) : []), ...link],
    media: "application/json",
    schema,
    example: exampleOf(schema, context.schemas.components()),
  };
  return method === "GET" ? [success, sharedResponse("NotModified", context)] : [success];
}

function commonErrors(method: Method, { query, body, auth }: AnyEndpoint): SharedName[] {
  const isWriting = method !== "GET";
  return [
    ...(query || body ? (["BadRequest"] as const) : []),
    ...(auth === "required" ? (["Unauthorized"] as const) : []),
    ...(isWriting && auth ? (["Forbidden"] as const) : []),
    ...(isWriting ? (["ContentTooLarge"] as const) : []),
    ...(body ? (["UnsupportedMediaType"] as const) : []),
    "TooManyRequests",
    "InternalError",
    "Unavailable",
  ];
}

const ERROR_NAMES = {
  unauthenticated: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  gone: "Gone",
  conflict: "Conflict",
  preconditionFailed: "PreconditionFailed",
  unavailable: "Unavailable",
} as const satisfies Record<string, SharedName>;

function sharedResponse(name: SharedName, { schemas }: Context): DescribedResponse {
  const { schema = errorSchemas.error, headers = [], example, ...rest } = sharedResponses[name];
  return {
    ...rest,
    headers,
    shared: name,
    ...(example
      ? { media: "application/json", schema: schemas.add(schema, "output"), example }
      : {}),
  };
}
