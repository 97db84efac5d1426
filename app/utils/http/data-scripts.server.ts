import type { EntryContext } from "@remix-run/node";

/**
 * Renders the scripts that pass the loader data to the browser. `RemixServer` would write them one by one as the
 * data arrives, each in a Suspense boundary of its own; a document that is sent in one piece contains them all.
 *
 * @returns the scripts as HTML; an empty string for a document without scripts
 */
export async function dataScripts(
  { serverHandoffStream, renderMeta }: EntryContext,
  nonce: string | undefined,
): Promise<string> {
  if (!serverHandoffStream || !renderMeta?.didRenderScripts) return "";
  const data = await textOf(serverHandoffStream);
  const script = (call: string) =>
    `<script${nonce ? ` nonce="${nonce}"` : ""}>window.__remixContext.streamController.${call};</script>`;
  return script(`enqueue(${stringLiteral(data)})`) + script("close()");
}

/** Reads a stream as text, like `Response.text()`, but without creating a response and a second stream. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Writes a text as a JavaScript string literal. Characters that could end the script or a line of it are escaped. The
 * literal has single quotes, because the data is full of double quotes.
 */
const stringLiteral = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(
      /['&<>\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )}'`;
