/** Calls the API in this process: the loader or action of the matching route answers. */
import { matchRoutes } from "@remix-run/react";
import { pino } from "pino";
import * as nothing from "~/routes/api.$";
import { routesByPath } from "~/routes/api-docs/api.server";
import { inRequest } from "~/services/events/request-context.server";

const routes = Object.entries({ ...routesByPath, "/api/*": nothing }).map(([path, handle]) => ({
  path: path.replace(/\{(\w+)\}/g, ":$1"),
  handle,
}));

export const ORIGIN = "https://site.example";
/** The default client address of calls, from the range reserved for documentation. */
export const ADDRESS = "192.0.2.1";

export interface CallOptions {
  method?: string;
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  address?: string;
}

/** Requests a path. The default method is GET, or POST if there is a body. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const { token, body, address = ADDRESS } = options;
  const { text = body === undefined ? undefined : JSON.stringify(body) } = options;
  const { method = text === undefined ? "GET" : "POST" } = options;
  const headers = new Headers({
    ...(text === undefined ? {} : { "Content-Type": "application/json" }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...options.headers,
  });
  const request = new Request(new URL(path, ORIGIN), { method, headers, body: text });
  const [match] = matchRoutes(routes, new URL(request.url).pathname) ?? [];
  if (!match) throw new Error(`${path} is no path of the API`);
  const { loader, action } = match.route.handle;
  const args = {
    request,
    params: match.params,
    context: {
      nonce: "",
      requestId: "request-1",
      clientAddress: address,
      log: pino({ level: "silent" }),
    },
  };
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return loader(args);
  let end = () => {};
  const { requestId } = args.context;
  const work = async () => action(args);
  return inRequest({ address, requestId }, (toCall) => (end = toCall), work).finally(() => end());
}

/** The path of a list's next page, from its `Link`, or `null` on its last. */
export function nextPath(response: Response): string | null {
  const [, url] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "") ?? [];
  if (!url) return null;
  const { origin, pathname, search } = new URL(url);
  if (origin !== ORIGIN) throw new Error(`${url} leads elsewhere`);
  return pathname + search;
}
