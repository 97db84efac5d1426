import type { EntryContext, HandleErrorFunction, AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { openSite } from "~/lifecycle.server";
import { isClientFault } from "./utils/http/client-fault.server";
import { dataScripts } from "./utils/http/data-scripts.server";
import { deferScripts } from "./utils/http/deferred-scripts.server";
import { getContext } from "./utils/http/load-context";
import { NonceProvider } from "./utils/http/nonce";
import { renderDocument } from "./utils/http/render-document.server";
import { renderKept } from "./utils/http/render-kept.server";
import { KeptMarkupProvider } from "./utils/kept-markup";
import { RequestIdProvider } from "./utils/http/request-id";

export { lifecycle } from "~/lifecycle.server";

// Also under plain `remix-serve`, which knows nothing of the lifecycle.
await openSite();

const DOCTYPE = "<!DOCTYPE html>";

/** How long loaders may take to settle what they promised; what is late is told as an error. */
export const streamTimeout = 5000;
const RENDER_TIMEOUT_MS = streamTimeout + 1000;

/**
 * Answers with the whole document in one piece, for browsers and bots alike: that serves more requests,
 * and compresses better, than streaming a document that waits for nothing.
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
  // What the shell throws, Remix reports through `handleError` and renders an error boundary instead.
  const html = await renderDocument(
    <NonceProvider value={nonce}>
      <RequestIdProvider value={requestId}>
        <KeptMarkupProvider value={renderKept}>
          <RemixServer context={withoutData} url={request.url} nonce={nonce} />
        </KeptMarkupProvider>
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
  const parts = import.meta.env.PROD ? deferScripts(html) : [html];
  const body = encodeParts([DOCTYPE, ...parts, await dataScripts(remixContext, nonce)]);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body, { status: hasFailed ? 500 : status, headers });
}

/** @returns the parts in UTF-8. Joined first, a document would be copied twice more, into memory that is new each time. */
function encodeParts(parts: readonly string[]): Buffer<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts) at += bytes.write(part, at);
  return bytes;
}

/** Reports what loaders, actions and renders throw; visitors learn the request's id, never the cause. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isClientFault(error)) return;
  const { log } = getContext(context);
  if (!isRouteErrorResponse(error)) {
    log.error({ err: error }, "request failed");
  } else if (error.status >= 500) {
    // Remix keeps the error that it made an answer of beside the answer.
    log.error({ err: (error as { error?: unknown }).error ?? error }, "request failed");
  }
};
