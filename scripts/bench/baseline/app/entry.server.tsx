/** Streams pages as Remix's own template does. */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";

export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  // Crawlers get the whole page at once, browsers get the shell first.
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={context} url={request.url} />,
      {
        [ready]() {
          hasBegun = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          const stream = createReadableStreamFromReadable(body);
          resolve(new Response(stream, { headers, status: finalStatus }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          finalStatus = 500;
          if (hasBegun) console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000);
  });
}
