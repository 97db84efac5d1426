/** Calls of the API, answered by the loader or action of the route that has the path. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pino } from "pino";
import * as nothing from "~/routes/api.$";
import * as article from "~/routes/api.articles.$id._index";
import * as comments from "~/routes/api.articles.$id.comments";
import * as upvote from "~/routes/api.articles.$id.upvote._index";
import * as check from "~/routes/api.articles.$id.upvote.check";
import * as articles from "~/routes/api.articles._index";
import * as create from "~/routes/api.articles.create";
import * as view from "~/routes/api.articles.view";
import * as login from "~/routes/api.auth.login";
import * as signup from "~/routes/api.auth.signup";
import * as verify from "~/routes/api.auth.verify";
import * as category from "~/routes/api.categories.$slug._index";
import * as categoryArticles from "~/routes/api.categories.$slug.articles";
import * as momentum from "~/routes/api.momentum-recommendations._index";
import * as generateMomentum from "~/routes/api.momentum-recommendations.generate";
import * as pdfContent from "~/routes/api.pdf-content";
import * as hubs from "~/routes/api.research-hubs";
import * as reviews from "~/routes/api.reviews";
import * as sentiment from "~/routes/api.sentiment-recommendations._index";
import * as generateSentiment from "~/routes/api.sentiment-recommendations.generate";
import * as whitepaper from "~/routes/api.whitepaper[.]pdf";

interface Route {
  loader(args: LoaderFunctionArgs): Response | Promise<Response>;
  action(args: ActionFunctionArgs): Response | Promise<Response>;
}

const routes: [RegExp, Route][] = [
  [/^\/api\/auth\/login$/, login],
  [/^\/api\/auth\/signup$/, signup],
  [/^\/api\/auth\/verify$/, verify],
  [/^\/api\/articles$/, articles],
  [/^\/api\/articles\/create$/, create],
  [/^\/api\/articles\/view$/, view],
  [/^\/api\/articles\/(?<id>[^/]+)$/, article],
  [/^\/api\/articles\/(?<id>[^/]+)\/upvote$/, upvote],
  [/^\/api\/articles\/(?<id>[^/]+)\/upvote\/check$/, check],
  [/^\/api\/articles\/(?<id>[^/]+)\/comments$/, comments],
  [/^\/api\/categories\/(?<slug>[^/]+)$/, category],
  [/^\/api\/categories\/(?<slug>[^/]+)\/articles$/, categoryArticles],
  [/^\/api\/pdf-content$/, pdfContent],
  [/^\/api\/research-hubs$/, hubs],
  [/^\/api\/reviews$/, reviews],
  [/^\/api\/momentum-recommendations$/, momentum],
  [/^\/api\/momentum-recommendations\/generate$/, generateMomentum],
  [/^\/api\/sentiment-recommendations$/, sentiment],
  [/^\/api\/sentiment-recommendations\/generate$/, generateSentiment],
  [/^\/api\/whitepaper\.pdf$/, whitepaper],
  [/^\/api\/(?<rest>.*)$/, nothing],
];

export const ORIGIN = "https://site.example";
/** Where calls come from that say nothing else; a documentation address. */
export const ADDRESS = "192.0.2.1";

export interface CallOptions {
  method?: string;
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  text?: string;
  headers?: Record<string, string>;
  address?: string;
}

/** Asks for a path, by GET if nothing is said, and by POST when there is a body. */
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
  const { pathname } = new URL(request.url);
  const [pattern, route] = routes.find(([candidate]) => candidate.test(pathname)) ?? [];
  if (!pattern || !route) throw new Error(`${pathname} is no path of the API`);
  const groups = Object.entries(pattern.exec(pathname)?.groups ?? {});
  const args = {
    request,
    params: Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)])),
    context: {
      nonce: "",
      requestId: "request-1",
      clientAddress: address,
      log: pino({ level: "silent" }),
    },
  };
  return ["GET", "HEAD", "OPTIONS"].includes(request.method)
    ? route.loader(args)
    : route.action(args);
}

/** The path of a list's next page, from its `Link`, or `null` on its last. */
export function nextPath(response: Response): string | null {
  const [, url] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "") ?? [];
  if (!url) return null;
  const { origin, pathname, search } = new URL(url);
  if (origin !== ORIGIN) throw new Error(`${url} leads elsewhere`);
  return pathname + search;
}
