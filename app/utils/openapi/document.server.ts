/** Generates the OpenAPI 3.1 document from the endpoints' declarations. */
import type { z } from "zod";
import type { Site } from "~/config/site";
import { listQuery, longListQuery } from "~/schemas/pagination";
import type { LimitName, RateLimit as RateLimitRule } from "~/services/rate-limits.server";
import {
  BinaryResponse,
  type AnyEndpoint,
  type Endpoints,
  type Method,
} from "../http/endpoint.server";
import { errorResponses, headers, refOf, statusOfError, type ErrorName } from "./error-responses";
import type { ApiResponse, Reference } from "./types";

export type { ApiResponse, Reference } from "./types";
import {
  apiDescription,
  describeRateLimit,
  rateLimitDescriptions,
  paginationDescription,
  tags,
} from "./descriptions";
import { exampleOf, SchemaCollection, type JsonSchema } from "./schemas.server";

export interface DescribedPath {
  /** In OpenAPI syntax: `/api/articles/{id}`. */
  path: string;
  endpoints: Endpoints;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface RateLimit {
  limit: number;
  windowSeconds: number;
  per: string;
  description: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  "x-access": string;
  "x-rate-limits"?: RateLimit[];
  parameters?: (Parameter | Reference)[];
  requestBody?: {
    required: true;
    content: Record<string, { schema: JsonSchema; example: unknown }>;
  };
  responses: Record<string, ApiResponse | Reference>;
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; contact: { email: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Lowercase<Method>, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema; example?: unknown }>;
    securitySchemes: Record<string, object>;
  };
}

/** The version of the API. Increment it for changes that clients notice. */
const VERSION = "1.0.0";

interface ApiSources {
  paths: readonly DescribedPath[];
  /** The rate limits; `null` if disabled. */
  limits: Record<LimitName, RateLimitRule> | null;
  site: Site;
}

/** @returns the document without `servers` */
export function describeApi({ paths, ...rest }: ApiSources): Omit<ApiDocument, "servers"> {
  const context = { ...rest, schemas: new SchemaCollection(), parameters: {} };
  const shared = errorResponses((schema) => context.schemas.add(schema, "output"));
  const describedEntries = paths.map(({ path, endpoints }) => [
    path,
    Object.fromEntries(
      Object.entries(endpoints).map(([method, endpoint]) => [
        method.toLowerCase(),
        operation(method as Method, endpoint, context),
      ]),
    ),
  ]);
  return {
    openapi: "3.1.1",
    info: {
      title: `${rest.site.name} API`,
      version: VERSION,
      description: apiDescription,
      contact: { email: rest.site.contactEmail },
    },
    tags: [...tags],
    paths: Object.fromEntries(describedEntries),
    components: {
      schemas: context.schemas.components(),
      responses: shared,
      parameters: context.parameters,
      headers,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a sign-in or of a program, sent as `Authorization: Bearer …`.",
        },
      },
    },
  };
}

interface Context extends Omit<ApiSources, "paths"> {
  schemas: SchemaCollection;
  /** Parameters shared by several calls. */
  parameters: Record<string, Parameter>;
}

function operation(method: Method, endpoint: AnyEndpoint, context: Context): Operation {
  const { id, tag, summary, description, auth, access } = endpoint;
  const parameters = parametersOf(method, endpoint, context);
  const ownLimits = rateLimits(method, endpoint, context);
  const fullDescription = [description, paginationOf(endpoint, context)].filter(Boolean).join(" ");
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(fullDescription ? { description: fullDescription } : {}),
    security: auth === "required" ? [{ bearer: [] }] : auth ? [{}, { bearer: [] }] : [],
    "x-access": access ?? (auth === "required" ? "Signed-in users." : "Everyone."),
    ...(ownLimits.length > 0 ? { "x-rate-limits": ownLimits } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint, context) } : {}),
    responses: { ...successes(method, endpoint, context), ...errorResponsesOf(method, endpoint) },
  };
}

/** Whether a call returns a paginated list. */
const isPaged = ({ query }: Pick<AnyEndpoint, "query">): boolean =>
  "limit" in ((query as z.ZodObject | undefined)?.shape ?? {});

/** @returns the sentence on pagination for lists, else an empty string */
function paginationOf({ query }: AnyEndpoint, { schemas }: Context): string {
  if (!isPaged({ query })) return "";
  const { limit } = schemas.add(query as z.ZodObject, "input").properties ?? {};
  return paginationDescription({
    defaultLimit: Number(limit?.default),
    maxLimit: Number(limit?.maximum),
  });
}

function rateLimits(method: Method, endpoint: AnyEndpoint, { limits }: Context): RateLimit[] {
  if (!limits) return [];
  const names = [...(endpoint.limits ?? []), ...(method === "GET" ? [] : (["writes"] as const))];
  return names.map((name) => ({
    limit: limits[name].points,
    windowSeconds: limits[name].duration,
    per: rateLimitDescriptions[name].per,
    description: describeRateLimit(name, limits[name]),
  }));
}

/** List parameters shared by several calls, by component name. */
const sharedParameters: Record<string, z.ZodType> = {
  ...listQuery.shape,
  longLimit: longListQuery.shape.limit,
};

function parametersOf(
  method: Method,
  { params, query, response }: AnyEndpoint,
  { schemas, parameters: shared }: Context,
): (Parameter | Reference)[] {
  const addShared = (name: string, parameter: Parameter): Reference => {
    shared[name] ??= parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  const fields = (of: z.ZodObject, place: "path" | "query") => {
    const { properties = {}, required = [] } = schemas.add(of, "input");
    return Object.entries(properties).map(([name, { description, examples, ...schema }]) => {
      const parameter: Parameter = {
        name,
        in: place,
        required: place === "path" || required.includes(name),
        ...(description ? { description } : {}),
        schema,
        ...(examples?.length ? { example: examples[0] } : {}),
      };
      const [shared] =
        Object.entries(sharedParameters).find(([, each]) => each === of.shape[name]) ?? [];
      return shared ? addShared(shared, parameter) : parameter;
    });
  };
  const header = (name: string, description: string, example: string) =>
    addShared(name, {
      name,
      in: "header",
      required: false,
      description,
      schema: { type: "string" },
      example,
    });
  return [
    ...(params ? fields(params, "path") : []),
    ...(query ? fields(query as z.ZodObject, "query") : []),
    ...(method === "GET" && !isStreamed(response)
      ? [
          header(
            "If-None-Match",
            "The `ETag` of the copy you have; a 304 confirms that it is current.",
            '"2f-hN5cCwp7"',
          ),
        ]
      : []),
    ...(response instanceof BinaryResponse && !response.isStreamed
      ? [header("Range", "A byte range of the file.", "bytes=0-1023")]
      : []),
  ];
}

const isStreamed = (response: unknown): boolean =>
  response instanceof BinaryResponse && response.isStreamed;

function bodyOf({ id, body }: AnyEndpoint, { schemas }: Context): Operation["requestBody"] {
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}Input`;
  const schema = schemas.addAs(name, body as z.ZodType, "input");
  const example = exampleOf(schema, schemas.components());
  return { required: true, content: { "application/json": { schema, example } } };
}

function successes(
  method: Method,
  { response, status = 200, query }: AnyEndpoint,
  { schemas }: Context,
): Operation["responses"] {
  const unchanged = { 304: { $ref: "#/components/responses/NotModified" } };
  if (response instanceof BinaryResponse) {
    const of = (...names: (keyof typeof headers)[]) => refOf("headers", ...names);
    const content = { [response.type]: {} };
    if (response.isStreamed) {
      const paged = isPaged({ query }) ? { headers: of("Link") } : {};
      return { 200: { description: response.description, ...paged, content } };
    }
    return {
      200: {
        description: response.description,
        headers: of("ETag", "Last-Modified", "Accept-Ranges"),
        content,
      },
      206: {
        description: "The requested range.",
        headers: of("ETag", "Content-Range"),
        content,
      },
      ...unchanged,
      416: { $ref: "#/components/responses/RangeNotSatisfiable" },
    };
  }
  const schema = schemas.add(response as z.ZodType, "output");
  const headerNames = [
    ...(method === "GET" ? ["ETag" as const] : []),
    ...(isPaged({ query }) ? ["Link" as const] : []),
  ];
  return {
    [status]: {
      description: status === 201 ? "Created." : "OK.",
      ...(headerNames.length > 0 ? { headers: refOf("headers", ...headerNames) } : {}),
      content: {
        "application/json": { schema, example: exampleOf(schema, schemas.components()) },
      },
    },
    ...(method === "GET" ? unchanged : {}),
  };
}

/** The error responses of a call: those shared by calls of its kind, and its own. */
function errorResponsesOf(method: Method, endpoint: AnyEndpoint): Operation["responses"] {
  const isWriting = method !== "GET";
  const names: ErrorName[] = [
    ...(endpoint.query || endpoint.body ? (["BadRequest"] as const) : []),
    ...(endpoint.auth === "required" ? (["Unauthorized"] as const) : []),
    ...(isWriting && endpoint.auth ? (["Forbidden"] as const) : []),
    ...(isWriting ? (["ContentTooLarge"] as const) : []),
    ...(endpoint.body ? (["UnsupportedMediaType"] as const) : []),
    "TooManyRequests",
    "InternalError",
    "Unavailable",
  ];
  const entries: [number, Reference][] = names.map((name) => [
    statusOfError[name],
    { $ref: `#/components/responses/${name}` },
  ]);
  for (const [kind, description] of Object.entries(endpoint.errors ?? {})) {
    const name = ERROR_NAMES[kind as keyof typeof ERROR_NAMES];
    entries.push([statusOfError[name], { $ref: `#/components/responses/${name}`, description }]);
  }
  // Integer keys are always in ascending order.
  return Object.fromEntries(entries);
}

const ERROR_NAMES = {
  unauthenticated: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  gone: "Gone",
  conflict: "Conflict",
  preconditionFailed: "PreconditionFailed",
  unavailable: "Unavailable",
} as const satisfies Record<string, ErrorName>;
