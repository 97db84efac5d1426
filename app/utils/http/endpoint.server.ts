import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import etag from "etag";
import { z } from "zod";
import type { Viewer } from "~/domain/viewer";
import { ServiceError, unauthenticatedError, type ServiceErrorKind } from "~/services/errors";
import { enforceRateLimit, type LimitName } from "~/services/rate-limits.server";
import { bearerSession } from "./auth.server";
import { getClient, type RequestClient } from "./request-client.server";
import { getContext } from "./load-context";
import { notModified } from "./not-modified.server";
import { getOrigin } from "./origin.server";
import { logCause, toServiceError, errorResponseInit } from "./error-responses.server";

export type Method = "GET" | "POST";
type Schema = z.ZodType;

/** What an endpoint's work is given: everything checked. */
export interface Call<Query, Body> {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  query: Query;
  body: Body;
  /** Who the bearer token signs in, where the endpoint says that it wants to know. */
  viewer: Viewer | null;
  sessionId: string | null;
  client: RequestClient;
  /** Where the site is found, for absolute URLs. */
  origin: string;
}

/** What the API is divided into, for those who read about it. */
export type Tag =
  | "Accounts"
  | "Articles"
  | "Reviews"
  | "Hubs and categories"
  | "Recommendations"
  | "Whitepaper"
  | "About the API";

/** What is told of an endpoint beside what it takes; texts are Markdown of one line. */
interface Told {
  /** Names it in the document of the API, for programs that are made from that. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** Who may call it, where `signedIn` does not say all. */
  access?: string;
  /** What the parts of its path stand for. */
  params?: z.ZodObject;
  /** What it refuses, and when; what all calls of its kind refuse is known without it. */
  refusals?: Partial<Record<Exclude<ServiceErrorKind, "invalid" | "limited">, string>>;
  /** What it is counted against, beside the limit of all writing calls. */
  limits?: readonly LimitName[];
}

/** An endpoint described: what it takes, who may call it, what it answers. */
export interface Endpoint<
  Query extends Schema,
  Body extends Schema,
  Reply extends Schema,
> extends Told {
  query?: Query;
  body?: Body;
  /**
   * Whether a good token is needed before anything else is looked at, or only counts when it is there.
   * Left out, nobody looks at the token.
   */
  signedIn?: true | "maybe";
  /** What it answers when all is well. */
  answer: Reply | File;
  /** What success is; 200 if nothing is said. */
  status?: 200 | 201;
  handle(call: Call<z.output<Query>, z.output<Body>>): Promise<Returned<z.output<Reply>>>;
}

/** An answer that is no JSON, and comes as a `Response` with headers of its own. */
export class File {
  constructor(
    /** Its media type. */
    readonly type: string,
    readonly description: string,
  ) {}
}

/** An answer with headers of its own, such as a list's `Link`. */
export class JsonResult<Data> {
  constructor(
    readonly data: Data,
    readonly headers: Record<string, string>,
  ) {}
}

type Returned<Data> = Data | JsonResult<Data> | Response;

// The schemas' types meet in `endpoint`; a table of endpoints only needs to run them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any>;
export type Endpoints = Partial<Record<Method, AnyEndpoint>>;

/** Describes an endpoint; the types of its query, body and answer come from their schemas. */
export const endpoint = <
  Reply extends Schema = z.ZodUnknown,
  Query extends Schema = z.ZodUnknown,
  Body extends Schema = z.ZodUnknown,
>(
  description: Endpoint<Query, Body, Reply>,
) => description as AnyEndpoint;

const described = new WeakMap<object, Endpoints>();

/** @returns the endpoints of a route that `resource` has made; none of any other */
export const endpointsOf = ({ loader }: { loader: object }): Endpoints =>
  described.get(loader) ?? {};

/**
 * A resource of the API: its loader and action, which check, call and answer as the API promises; any
 * method it does not have is a 405.
 */
export function resource(endpoints: Endpoints) {
  const answer = ({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
    respond(endpoints, request, params, context);
  described.set(answer, endpoints);
  return { loader: answer, action: answer };
}

async function respond(
  endpoints: Endpoints,
  request: Request,
  params: Call<unknown, unknown>["params"],
  context: AppLoadContext | undefined,
): Promise<Response> {
  try {
    if (request.method === "OPTIONS") return optionsResponse(allowedBy(endpoints));
    const found = endpoints[(request.method === "HEAD" ? "GET" : request.method) as Method];
    if (!found) return methodNotAllowed(allowedBy(endpoints));
    const client = getClient(request, context);
    if (request.method !== "GET" && request.method !== "HEAD") {
      await enforceRateLimit("writes", client.address);
    }
    const session = found.signedIn ? await bearerSession(request) : null;
    if (found.signedIn === true && !session) throw unauthenticatedError();
    const result = await found.handle({
      request,
      params,
      client,
      viewer: session?.viewer ?? null,
      sessionId: session?.session.id ?? null,
      origin: getOrigin(request),
      query: found.query && parse(found.query, queryOf(request)),
      body: found.body && parse(found.body, await jsonOf(request)),
    });
    return success(request, result, found.status);
  } catch (error) {
    return failure(error, context);
  }
}

/** @throws Refusal `invalid` with what is wrong by field */
function parse(schema: Schema, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { fieldErrors, formErrors } = z.flattenError(result.error);
  throw new ServiceError("invalid", formErrors[0] ?? "Some fields are invalid.", { fieldErrors });
}

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function jsonOf(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new HttpError(415, "The body must be application/json.");
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "The body is not valid JSON.");
  }
}

function success(request: Request, result: unknown, status = 200): Response {
  // What is no JSON, such as the PDF, comes as an answer with headers of its own.
  if (result instanceof Response) return result;
  const { data, headers } = result instanceof JsonResult ? result : { data: result, headers: {} };
  const body = JSON.stringify(data);
  const init = { "Content-Type": "application/json; charset=utf-8", ...headers };
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(body, { status, headers: { ...init, "Cache-Control": "no-store" } });
  }
  // A poll that finds nothing new costs no body. What a token's owner sees is nobody else's.
  const caching = request.headers.has("Authorization") ? "private, no-cache" : "no-cache";
  const tagged = new Headers({
    ...init,
    ETag: etag(body),
    "Cache-Control": caching,
    Vary: "Authorization",
  });
  return notModified(request, tagged) ?? new Response(body, { status, headers: tagged });
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

function failure(error: unknown, context: AppLoadContext | undefined): Response {
  if (error instanceof HttpError) return json(error.status, { error: error.message });
  const { requestId, log } = getContext(context);
  const refusal = toServiceError(error);
  if (refusal) {
    logCause(refusal, log);
    const { id, fieldErrors } = refusal.details;
    const { status, headers } = errorResponseInit(refusal);
    if (status === 401) headers["WWW-Authenticate"] = "Bearer";
    return json(status, { error: refusal.message, id, fieldErrors }, headers);
  }
  // Who sends too much has been told so by the server, and who goes away hears nothing.
  const isTheirs = error instanceof Error && /^(BodyTooLarge|Abort)Error$/.test(error.name);
  if (!isTheirs) log.error({ err: error }, "a call failed");
  return json(500, { error: "Internal error", requestId });
}

/** @returns the methods that a resource has, as `Allow` lists them */
const allowedBy = (endpoints: Endpoints): string =>
  Object.keys(endpoints)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");

const methodNotAllowed = (allowed: string): Response =>
  json(405, { error: "Method not allowed" }, { Allow: allowed });

/** The answer to a browser that asks, before it makes a call for another site's page, whether it may. */
const optionsResponse = (allowed: string): Response =>
  new Response(null, {
    status: 204,
    headers: { Allow: allowed, "Access-Control-Allow-Methods": allowed },
  });

/**
 * The answer to a path under `/api` that there is nothing at. A preflight is let through, or else a
 * script of another site would never read the 404.
 */
export const apiNotFound = ({ request }: Pick<LoaderFunctionArgs, "request">): Response =>
  request.method === "OPTIONS"
    ? optionsResponse("GET, HEAD, POST")
    : json(404, { error: "Not found" });

/** @returns a list's answer, with a `Link` to the page after it when there is one */
export function listResponse<Item>(
  request: Request,
  origin: string,
  items: Item[],
  next: string | null,
): JsonResult<Item[]> {
  if (!next) return new JsonResult(items, {});
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("cursor", next);
  return new JsonResult(items, { Link: `<${origin}${pathname}?${searchParams}>; rel="next"` });
}
