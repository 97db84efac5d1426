import type { EntryContext, HandleErrorFunction, AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { openSite } from "~/lifecycle.server";
import { isCausedByClient } from "./utils/http/request-body.server";
import { dataScripts } from "./utils/http/data-scripts.server";
import { deferScripts } from "./utils/http/deferred-scripts.server";
import { dialogFiles } from "./utils/http/dialog-files.server";
import { getContext } from "./utils/http/load-context";
import { NonceProvider } from "./utils/http/nonce";
import { renderDocument } from "./utils/http/render-document.server";
import { renderCached } from "./utils/http/render-cached.server";
import { CachedMarkupProvider } from "./utils/cached-markup";
import { RequestIdProvider } from "./utils/http/request-id";

export { lifecycle } from "~/lifecycle.server";

// Here, so that it also happens under plain `remix-serve`, which does not use `lifecycle`.
await openSite();

const DOCTYPE = "<!DOCTYPE html>";

/** How long, in milliseconds, promises that loaders return may take; one that takes longer is rejected. */
export const streamTimeout = 5000;
const RENDER_TIMEOUT_MS = streamTimeout + 1000;

/**
 * Sends the whole document in one piece, to browsers and bots alike. Documents contain no deferred data, so
 * streaming would gain nothing; one piece serves more requests and compresses better.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce: given, requestId, log } = getContext(loadContext);
  const nonce = given || undefined;
  const withoutData = { ...remixContext, serverHandoffStream: undefined };
  let hasFailed = false;
  // If the shell throws, Remix reports the error through `handleError` and renders an error boundary instead.
  const html = await renderDocument(
    <NonceProvider value={nonce}>
      <RequestIdProvider value={requestId}>
        <CachedMarkupProvider value={renderCached}>
          <RemixServer context={withoutData} url={request.url} nonce={nonce} />
        </CachedMarkupProvider>
      </RequestIdProvider>
    </NonceProvider>,
    {
      nonce,
      timeoutMs: RENDER_TIMEOUT_MS,
      onError(error) {
        hasFailed = true;
        if (!request.signal.aborted) log.error({ err: error }, "rendering failed");
      },
    },
  );
  const parts = import.meta.env.PROD ? deferScripts(html, dialogFiles) : [html];
  const body = encodeParts([DOCTYPE, ...parts, await dataScripts(remixContext, nonce)]);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { status: hasFailed ? 500 : status, headers });
}

/** @returns the parts in UTF-8. Joining them first would copy the document twice more, each time into new memory. */
function encodeParts(parts: readonly string[]): Buffer<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}

/** Logs errors thrown by loaders, actions and renders. Visitors see the request's id, never the cause. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isCausedByClient(error)) return;
  const { log } = getContext(context);
  if (!isRouteErrorResponse(error)) {
    log.error({ err: error }, "request failed");
  } else if (error.status >= 500) {
    // Remix stores the original error in the `error` property of the error response that it makes.
    log.error({ err: (error as { error?: unknown }).error ?? error }, "request failed");
  }
};
