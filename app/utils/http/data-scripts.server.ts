import type { EntryContext } from "@remix-run/node";

/**
 * The scripts that hand the loaders' data to the browser. `RemixServer` would write them piece by piece as the
 * data arrive, each in a Suspense boundary of its own; a document that is sent in one piece has them all.
 *
 * @param context of a document that has been rendered
 * @returns nothing for a document without scripts
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

/** As `Response.text()` does, without a response and a second stream around this one. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * A string in JavaScript. What could end the script, or a line of it, is written by its code. It stands in
 * single quotes, since the data are full of double ones.
 */
const stringLiteral = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(
      /['&<>\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )}'`;
