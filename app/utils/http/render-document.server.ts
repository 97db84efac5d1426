import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

interface RenderOptions {
  nonce?: string | undefined;
  /** How long the document may take, in milliseconds; then it fails. */
  timeoutMs: number;
  /** Told of every error that a component throws while it renders. */
  onError: (error: unknown) => void;
}

/**
 * Renders a whole document to HTML and waits for all of it.
 *
 * @returns the HTML without NUL bytes
 * @throws what the document's shell throws, so that nothing could be rendered
 */
export function renderDocument(
  document: ReactElement,
  { nonce, timeoutMs, onError }: RenderOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(document, {
      nonce,
      onAllReady() {
        // Left running, the timer would keep this render in memory for its whole length.
        clearTimeout(timer);
        pipe(collectHtml(resolve));
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError,
    });
    const timer = setTimeout(
      () => abort(new Error("The document took too long to render")),
      timeoutMs,
    );
  });
}

/** Collects what is written to it, and gives it as HTML when that has ended. */
function collectHtml(done: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, written) {
      chunks.push(withoutUnfilledEnd(chunk));
      written();
    },
    final(finished) {
      done(Buffer.concat(chunks).toString("utf8"));
      finished();
    },
  });
}

/**
 * react-dom 18.3 writes its buffer of 2 KB whole even where a character of several bytes did not fit into
 * the end of it any more: the character goes into the next buffer, and up to three NUL bytes stand where
 * it would have been. (`writeStringChunk` in `react-dom-server.node`; React 19 cuts the buffer.)
 */
function withoutUnfilledEnd(chunk: Uint8Array): Buffer {
  let { length } = chunk;
  while (length > 0 && chunk[length - 1] === 0) length -= 1;
  return Buffer.from(chunk.buffer, chunk.byteOffset, length);
}
