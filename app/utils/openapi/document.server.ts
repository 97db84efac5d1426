/** The document of the API (OpenAPI 3.1), made from the descriptions of its endpoints. */
import type { z } from "zod";
import type { Site } from "~/config/site";
import { listQuery, longListQuery } from "~/schemas/pagination";
import type { LimitName, RateLimit as AllowedRate } from "~/services/rate-limits.server";
import {
  File,
  type AnyEndpoint,
  type Endpoints,
  type Method,
  type Tag,
} from "../http/endpoint.server";
import { errorResponses, headers, refOf, statusOfError, type ErrorName } from "./error-responses";
import {
  apiDescription,
  describeRateLimit,
  rateLimitDescriptions,
  paginationDescription,
  tags,
} from "./descriptions";
import { exampleOf, SchemaCollection, type JsonSchema } from "./schemas.server";

export interface DescribedPath {
  /** As OpenAPI writes it: `/api/articles/{id}`. */
  path: string;
  endpoints: Endpoints;
}

export interface Reference {
  $ref: string;
  description?: string;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
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

/** Raised when a call changes in a way that its callers notice. */
const VERSION = "1.0.0";

interface Described {
  paths: readonly DescribedPath[];
  /** What is allowed how often; `null` where nothing is limited. */
  allowances: Record<LimitName, AllowedRate> | null;
  site: Site;
}

/** @returns the document but for where the site is found */
export function describeApi({ paths, ...rest }: Described): Omit<ApiDocument, "servers"> {
  const context = { ...rest, schemas: new SchemaCollection(), parameters: {} };
  const shared = errorResponses((schema) => context.schemas.add(schema, "output"));
  const described = paths.map(({ path, endpoints }) => [
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
    paths: Object.fromEntries(described),
    components: {
      schemas: context.schemas.components(),
      responses: shared,
      parameters: context.parameters,
      headers,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The token of a sign-in, sent as `Authorization: Bearer …`.",
        },
      },
    },
  };
}

interface Context extends Omit<Described, "paths"> {
  schemas: SchemaCollection;
  /** Those that several calls take. */
  parameters: Record<string, Parameter>;
}

function operation(method: Method, endpoint: AnyEndpoint, context: Context): Operation {
  const { id, tag, summary, description, signedIn = false, access } = endpoint;
  const parameters = parametersOf(method, endpoint, context);
  const limits = rateLimits(method, endpoint, context);
  const told = [description, pagesOf(endpoint, context)].filter(Boolean).join(" ");
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(told ? { description: told } : {}),
    security: signedIn === true ? [{ bearer: [] }] : signedIn ? [{}, { bearer: [] }] : [],
    "x-access": access ?? (signedIn === true ? "Whoever is signed in." : "Anybody."),
    ...(limits.length > 0 ? { "x-rate-limits": limits } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint, context) } : {}),
    responses: { ...successes(method, endpoint, context), ...refusals(method, endpoint) },
  };
}

/** Whether a call answers with a list that comes in pages. */
const isPaged = ({ query }: Pick<AnyEndpoint, "query">): boolean =>
  "limit" in ((query as z.ZodObject | undefined)?.shape ?? {});

/** @returns what is said of a list's pages: every list says it, whoever describes it */
function pagesOf({ query }: AnyEndpoint, { schemas }: Context): string {
  if (!isPaged({ query })) return "";
  const { limit } = schemas.inline(query as z.ZodObject, "input").properties ?? {};
  return paginationDescription({ usual: Number(limit?.default), most: Number(limit?.maximum) });
}

function rateLimits(method: Method, endpoint: AnyEndpoint, { allowances }: Context): RateLimit[] {
  if (!allowances) return [];
  const names = [...(endpoint.limits ?? []), ...(method === "POST" ? (["writes"] as const) : [])];
  return names.map((name) => ({
    limit: allowances[name].points,
    windowSeconds: allowances[name].duration,
    per: rateLimitDescriptions[name].per,
    description: describeRateLimit(name, allowances[name]),
  }));
}

/** Parameters of lists, which several calls take, by their names in the document. */
const sharedParameters: Record<string, z.ZodType> = {
  ...listQuery.shape,
  longLimit: longListQuery.shape.limit,
};

function parametersOf(
  method: Method,
  { params, query, answer }: AnyEndpoint,
  { schemas, parameters: shared }: Context,
): (Parameter | Reference)[] {
  const share = (name: string, parameter: Parameter): Reference => {
    shared[name] ??= parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  const fields = (of: z.ZodObject, place: "path" | "query") => {
    const { properties = {}, required = [] } = schemas.inline(of, "input");
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
      return shared ? share(shared, parameter) : parameter;
    });
  };
  const header = (name: string, description: string, example: string) =>
    share(name, {
      ...{ name, in: "header", required: false, description },
      ...{ schema: { type: "string" }, example },
    });
  return [
    ...(params ? fields(params, "path") : []),
    ...(query ? fields(query as z.ZodObject, "query") : []),
    ...(method === "GET"
      ? [
          header(
            "If-None-Match",
            "The `ETag` of what you have: a 304 says that it still is so.",
            '"2f-hN5cCwp7"',
          ),
        ]
      : []),
    ...(answer instanceof File
      ? [header("Range", "A part of the file, in bytes.", "bytes=0-1023")]
      : []),
  ];
}

function bodyOf({ id, body }: AnyEndpoint, { schemas }: Context): Operation["requestBody"] {
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}Input`;
  const schema = schemas.addAs(name, body as z.ZodType, "input");
  const example = exampleOf(schema, schemas.components());
  return { required: true, content: { "application/json": { schema, example } } };
}

function successes(
  method: Method,
  { answer, status = 200, query }: AnyEndpoint,
  { schemas }: Context,
): Operation["responses"] {
  const unchanged = { 304: { $ref: "#/components/responses/NotModified" } };
  if (answer instanceof File) {
    const of = (...names: (keyof typeof headers)[]) => refOf("headers", ...names);
    const content = { [answer.type]: {} };
    return {
      200: {
        description: answer.description,
        headers: of("ETag", "Last-Modified", "Accept-Ranges"),
        content,
      },
      206: {
        description: "The part that was asked for.",
        headers: of("ETag", "Content-Range"),
        content,
      },
      ...unchanged,
      416: { $ref: "#/components/responses/RangeNotSatisfiable" },
    };
  }
  const schema = schemas.add(answer as z.ZodType, "output");
  const sent = [
    ...(method === "GET" ? ["ETag" as const] : []),
    ...(isPaged({ query }) ? ["Link" as const] : []),
  ];
  return {
    [status]: {
      description: status === 201 ? "It is made: as it is now." : "All is well.",
      ...(sent.length > 0 ? { headers: refOf("headers", ...sent) } : {}),
      content: {
        "application/json": { schema, example: exampleOf(schema, schemas.components()) },
      },
    },
    ...(method === "GET" ? unchanged : {}),
  };
}

/** What is refused by every call of its kind, and what by this one. */
function refusals(method: Method, endpoint: AnyEndpoint): Operation["responses"] {
  const isWriting = method === "POST";
  const names: ErrorName[] = [
    ...(endpoint.query || endpoint.body ? (["BadRequest"] as const) : []),
    ...(endpoint.signedIn === true ? (["Unauthorized"] as const) : []),
    ...(isWriting ? (["TooManyRequests", "ContentTooLarge"] as const) : []),
    ...(endpoint.body ? (["UnsupportedMediaType"] as const) : []),
    "InternalError",
    ...(WITHOUT_DATABASE.has(endpoint.tag) ? [] : (["Unavailable"] as const)),
  ];
  const entries: [number, Reference][] = names.map((name) => [
    statusOfError[name],
    { $ref: `#/components/responses/${name}` },
  ]);
  for (const [kind, description] of Object.entries(endpoint.refusals ?? {})) {
    const name = REFUSED_AS[kind as keyof typeof REFUSED_AS];
    entries.push([statusOfError[name], { $ref: `#/components/responses/${name}`, description }]);
  }
  // Numeric keys stand in their order, whatever the order they came in.
  return Object.fromEntries(entries);
}

/** What can be told while the database is away. */
const WITHOUT_DATABASE: ReadonlySet<Tag> = new Set(["Whitepaper", "About the API"]);

const REFUSED_AS = {
  unauthenticated: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  conflict: "Conflict",
  unavailable: "Unavailable",
} as const satisfies Record<string, ErrorName>;
