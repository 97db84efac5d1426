/** Error responses of the server itself, for requests that do not reach a route. */
import escapeHtml from "escape-html";
import { STATUS_CODES } from "node:http";
import type { Request, Response } from "express";

/**
 * Whether a request is an API call: one that Remix routes to `api.*` and not to a page. API calls get JSON
 * responses and are accepted from any origin, so this must never be true for the action of a page. The path
 * is read as Remix reads it: as a URL, where `/api/../community` is `/community`, decoded, and ignoring
 * case. A path that ends in `.data` requests the data of a page, whichever route it belongs to.
 */
export function isApi({ originalUrl }: Pick<Request, "originalUrl">): boolean {
  const url = `http://site${originalUrl}`;
  if (!originalUrl.startsWith("/") || !URL.canParse(url)) return false;
  const { pathname } = new URL(url);
  const [, first = "", ...rest] = pathname.split("/");
  // `/api` by itself is the page about the API.
  return isNamed(first, "api") && rest.some(Boolean) && !pathname.endsWith(".data");
}

function isNamed(segment: string, name: string): boolean {
  try {
    return decodeURIComponent(segment).toLowerCase() === name;
  } catch {
    return false;
  }
}

/** Sends an error response with a message for the user: JSON for API calls, else a small page. */
export function sendError(req: Request, res: Response, status: number, message: string): void {
  res.end(prepareError(req, res, status, message));
}

/** Sets the status and headers of an error response, and returns its body. */
export function prepareError(req: Request, res: Response, status: number, message: string): string {
  const body = isApi(req) ? apiBody(res, status, message) : page(res, status, message);
  res
    .status(status)
    .set("Cache-Control", "no-store, no-transform")
    .type(isApi(req) ? "json" : "html")
    .set("Content-Length", String(Buffer.byteLength(body)));
  return body;
}

function apiBody(res: Response, status: number, message: string): string {
  const { requestId } = res.locals;
  return JSON.stringify(status >= 500 ? { error: message, requestId } : { error: message });
}

function page(res: Response, status: number, message: string): string {
  const { nonce, requestId } = res.locals;
  const siteName = escapeHtml(String((res.app.locals.siteName as () => string)()));
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${siteName}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { font: 18px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
small { opacity: 0.75; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">Back to ${siteName}</a></p>
<p><small>Request ${escapeHtml(requestId)}</small></p>
</main>
</body>
</html>
`;
}
