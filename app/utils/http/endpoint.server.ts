import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { ApiTag } from "~/config/api-tags";
import type { Viewer } from "~/domain/viewer";
import type { ActiveSession } from "~/models/session.server";
import { ServiceError, unauthenticatedError, type ServiceErrorKind } from "~/services/errors";
import type { Authenticated } from "~/services/accounts/accounts.server";
import { recordEvent } from "~/services/events/events.server";
import type { LimitName } from "~/config/request-limits";
import { enforceRateLimit } from "~/services/rate-limits.server";
import { bearerSession } from "./auth.server";
import { readBody, UnreadableBodyError } from "./request-body.server";
import { getClient, type RequestClient } from "./request-client.server";
import { getContext } from "./load-context";
import {
  failure,
  JsonResult,
  methodNotAllowed,
  optionsResponse,
  success,
} from "./api-responses.server";
import { getOrigin } from "./origin.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Schema = z.ZodType;

/** The validated arguments of an endpoint's handler. */
interface EndpointArgs<Query, Body, Params> {
  request: Request;
  params: Params;
  query: Query;
  body: Body;
  viewer: Viewer | null;
  /** The session of the bearer token, for endpoints with `auth`. */
  session: ActiveSession | null;
  client: RequestClient;
  origin: string;
}

/** An endpoint: its input, permissions, response and documentation. Texts are single-line Markdown. */
interface Endpoint<
  Query extends Schema,
  Body extends Schema,
  ResponseBody extends Schema,
  Params extends z.ZodObject,
> {
  /** The `operationId` of the OpenAPI document. */
  id: string;
  summary: string;
  description?: string;
  /** Who may call the endpoint, if `auth` does not say everything. */
  access?: string;
  /** The path parameters: texts, which the service checks. */
  params?: Params;
  /** The errors specific to this endpoint; those that all calls share are documented once. */
  errors?: Partial<Record<Exclude<ServiceErrorKind, "invalid" | "limited">, string>>;
  /** The rate limits that a call counts against, besides the one for all writes. */
  limits?: readonly LimitName[];
  query?: Query;
  body?: Body;
  /** Whether a valid token is required, or merely used if sent. If omitted, tokens are ignored. */
  auth?: "required" | "optional";
  /** The response on success; if omitted, it only says that the call is done. */
  response?: ResponseBody | BinaryResponse;
  status?: 200 | 201;
  handle(
    call: EndpointArgs<z.output<Query>, z.output<Body>, z.output<Params>>,
  ): Promise<HandlerResult<z.output<ResponseBody>>>;
}

/** A non-JSON response, which the handler returns as a `Response` with its own headers. */
export class BinaryResponse {
  constructor(
    readonly type: string,
    readonly description: string,
    /** Whether the response is streamed, without an `ETag` and without support for ranges. */
    readonly isStreamed = false,
    /** The schema of each line, if the lines are JSON. */
    readonly line?: z.ZodType,
  ) {}
}

type HandlerResult<Data> = Data | JsonResult<Data> | Response;

// The types are checked in `endpoint`; a table of endpoints only needs to call them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;
type Endpoints = Partial<Record<Method, AnyEndpoint>>;

/** Declares an endpoint, inferring the types of its parameters, query, body and response from its schemas. */
export const endpoint = <
  ResponseBody extends Schema = z.ZodUnknown,
  Query extends Schema = z.ZodUnknown,
  Body extends Schema = z.ZodUnknown,
  Params extends z.ZodObject = z.ZodObject,
>(
  description: Endpoint<Query, Body, ResponseBody, Params>,
) => description as AnyEndpoint;

interface Resource {
  tag: ApiTag;
  endpoints: Endpoints;
}

const resources = new WeakMap<object, Resource>();

/** @returns what a route was made from with `resource`; `undefined` for any other route */
export const resourceOf = (loader: object): Resource | undefined => resources.get(loader);

/**
 * Creates what is both the loader and the action of an API route: it validates requests, calls the endpoint's handler
 * and responds as documented. A method without an endpoint is a 405.
 *
 * @param tag the group of calls that they are documented with
 */
export function resource(tag: ApiTag, endpoints: Endpoints) {
  const handleRequest = (args: LoaderFunctionArgs) => respond(endpoints, args);
  resources.set(handleRequest, { tag, endpoints });
  return handleRequest;
}

async function respond(
  endpoints: Endpoints,
  { request, params, context }: LoaderFunctionArgs,
): Promise<Response> {
  try {
    if (request.method === "OPTIONS") return optionsResponse(allowedBy(endpoints).join(", "));
    const match = endpoints[(request.method === "HEAD" ? "GET" : request.method) as Method];
    if (!match) return methodNotAllowed(allowedBy(endpoints).join(", "));
    const client = getClient(request, context);
    if (isWrite(request)) await enforceRateLimit("writes", client.address);
    const authenticated = await authenticateCall(match, request, context);
    const result = await match.handle({
      request,
      params,
      client,
      viewer: authenticated?.viewer ?? null,
      session: authenticated?.session ?? null,
      origin: getOrigin(request),
      query: match.query && parse(match.query, readQuery(request)),
      body: match.body && parse(match.body, await readBodyFor(match.body, request)),
    });
    return success(request, match.response ? result : { done: true }, match.status);
  } catch (error) {
    return failure(error, context);
  }
}

const isWrite = ({ method }: Request) => method !== "GET" && method !== "HEAD";

/**
 * Looks up the session of a call's bearer token.
 *
 * @throws ServiceError `unauthenticated` if a token is required, `forbidden` for a write by a read-only token
 */
async function authenticateCall(
  { id, auth }: AnyEndpoint,
  request: Request,
  context: AppLoadContext | undefined,
): Promise<Authenticated | null> {
  const authenticated = auth ? await bearerSession(request) : null;
  if (auth === "required" && !authenticated) {
    const { clientAddress: address, requestId } = getContext(context);
    if (request.headers.has("Authorization")) {
      recordEvent({ kind: "token-refused", call: id }, { address, requestId });
    }
    throw unauthenticatedError();
  }
  if (isWrite(request) && authenticated?.session.scope === "read") {
    throw new ServiceError("forbidden", "This token may only read.");
  }
  return authenticated;
}

/** @throws ServiceError `invalid` with the field errors */
function parse(schema: Schema, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { fieldErrors, formErrors } = z.flattenError(result.error);
  throw new ServiceError("invalid", formErrors[0] ?? "Some fields are invalid.", { fieldErrors });
}

const readQuery = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

/** Whether calls may have no body. */
export const isBodyOptional = (body: z.ZodType): boolean => body.safeParse(undefined).success;

const readBodyFor = (body: z.ZodType, request: Request): unknown =>
  isBodyOptional(body) && !request.headers.has("Content-Type") ? undefined : readJson(request);

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new UnreadableBodyError(415, "The body must be application/json.");
  const bytes = await readBody(request);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)); // This leaves a byte order mark out.
  } catch {
    throw new UnreadableBodyError(400, "The body is not valid JSON.");
  }
}

/** @returns the methods of a resource, for the `Allow` header */
export const allowedBy = (endpoints: Endpoints): string[] =>
  Object.keys(endpoints).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** @returns a response that nobody may store, because it is about the user */
export const noStore = <Data>(data: Data, headers: Record<string, string> = {}) =>
  new JsonResult(data, { ...headers, "Cache-Control": "no-store" });

/** @returns the page of a list that a call asks for */
export const pageOf = <Query extends { limit: number; cursor?: unknown }>(call: {
  query: Query;
}): { limit: number; after: Query["cursor"] } => ({
  limit: call.query.limit,
  after: call.query.cursor,
});

/** @returns a list's response, with a `Link` header if there is a next page */
export const listResponse = <Row, Item>(
  { request, origin }: { request: Request; origin: string },
  { items, next }: { items: Row[]; next: string | number | null },
  serialize: (row: Row, origin: string) => Item,
): JsonResult<Item[]> =>
  new JsonResult(
    items.map((row) => serialize(row, origin)),
    linkToNext(request, origin, next),
  );

/** @returns the `Link` header of a page of a list, if there is a next one */
export function linkToNext(
  request: Request,
  origin: string,
  next: string | number | null,
): Record<string, string> {
  if (!next) return {};
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("cursor", String(next));
  return { Link: `<${origin}${pathname}?${searchParams}>; rel="next"` };
}
