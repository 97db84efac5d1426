/** An answer as it is kept: its headers, and its bytes in the encodings that were asked for. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import etag from "etag";

/** How a body may be encoded, the shortest first. */
export type Encoding = "br" | "gzip" | "identity";

export interface CachedPage {
  status: number;
  contentType: string | null;
  /** All other headers but those that differ from answer to answer: names and values in turn, as Node sends them. */
  headers: readonly string[];
  etag: string | null;
  lastModified: string | null;
  /** A short one as it is alone; a longer one by gzip, and otherwise once that was asked for. */
  bodies: Partial<Record<Encoding, Buffer>>;
  /** The article that whoever is served it has viewed. */
  viewedArticle: string | null;
}

/** Shorter bodies are not worth compressing. */
const COMPRESSED_FROM = 1024;
/** The best that takes a few milliseconds. */
const BROTLI_QUALITY = 6;

/** What belongs to one answer and not to the page. A cookie set with it would be set for everybody. */
const NOT_KEPT = new Set([
  ...["x-request-id", "content-length", "content-encoding", "date", "set-cookie"],
]);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompressGzip = promisify(gunzip);

/**
 * @param common the headers that the server sets on every answer
 * @param nonce the nonce it was rendered with: a secret that nobody could have put into the page
 */
export async function cachedPage(
  response: Response,
  { common, nonce, viewedArticle }: CachedPageOptions,
): Promise<CachedPage> {
  const isHtml = /^text\/html\b/.test(response.headers.get("Content-Type") ?? "");
  const rendered = Buffer.from(await response.arrayBuffer());
  const { body, hashes } = isHtml
    ? hashScripts(rendered.toString("utf8"), nonce)
    : { body: rendered, hashes: [] };
  const headers = new HeaderList();
  for (const [name, value] of [...common, ...response.headers]) {
    const isPolicy = name.toLowerCase() === CSP;
    if (!NOT_KEPT.has(name.toLowerCase())) {
      headers.set(name, isPolicy ? withHashes(value, hashes) : value);
    }
  }
  if (response.status === 200 && !headers.get("ETag"))
    headers.set("ETag", etag(body, { weak: true }));
  if (!headers.get("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  headers.set("Vary", varyOf(response.headers.get("Vary"), isHtml));
  return {
    status: response.status,
    contentType: headers.get("Content-Type"),
    headers: headers
      .entries()
      .filter(([name]) => !/^content-type$/i.test(name))
      .flat(),
    etag: headers.get("ETag"),
    lastModified: headers.get("Last-Modified"),
    bodies: body.length < COMPRESSED_FROM ? { identity: body } : { gzip: await compressGzip(body) },
    viewedArticle,
  };
}

/** Headers as they are written, each once; a later one takes the place of an earlier one. */
class HeaderList {
  readonly #headers = new Map<string, [name: string, value: string]>();

  get(name: string): string | null {
    return this.#headers.get(name.toLowerCase())?.[1] ?? null;
  }

  set(name: string, value: string): void {
    this.#headers.set(name.toLowerCase(), [name, value]);
  }

  entries(): [name: string, value: string][] {
    return [...this.#headers.values()];
  }
}

interface CachedPageOptions {
  common: Iterable<readonly [string, string]>;
  nonce: string;
  viewedArticle: string | null;
}

/** @returns the body in an encoding that `chooseEncoding` has chosen, which is kept from then on */
export async function encodedBody({ bodies }: CachedPage, encoding: Encoding): Promise<Buffer> {
  return (bodies[encoding] ??= await reencoded(bodies.gzip!, encoding));
}

async function reencoded(compressed: Buffer, encoding: Encoding): Promise<Buffer> {
  const identity = await decompressGzip(compressed);
  if (encoding === "identity") return identity;
  return compressBrotli(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
    },
  });
}

/** @returns the encoding in which a page is sent to whoever accepts `accepted` */
export const chooseEncoding = ({ bodies }: CachedPage, accepted: Encoding): Encoding =>
  bodies.gzip ? accepted : "identity";

/** @returns how much memory a page takes, about, in bytes */
export const sizeOf = ({ bodies, headers }: CachedPage): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0) +
  headers.reduce((sum, text) => sum + text.length, 500);

const CSP = "content-security-policy";

/**
 * Takes the nonce out of the scripts that carry it, and nothing else: they alone are allowed, by their
 * content. A script that somebody got into the page does not know the nonce, and so is not hashed.
 */
function hashScripts(html: string, nonce: string): { body: Buffer; hashes: string[] } {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  const withoutNonces = html.replace(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    (script, attributes: string, content: string) => {
      if (!attributes.includes(attribute)) return script;
      if (content) hashes.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
      return `<script${attributes.replace(attribute, "")}>${content}</script>`;
    },
  );
  return { body: Buffer.from(withoutNonces), hashes: [...hashes] };
}

/** Allows scripts by their hashes instead of by the nonce of one answer. */
const withHashes = (policy: string, hashes: readonly string[]): string =>
  policy
    .replace(/(script-src [^;]*?) 'nonce-[^']*'/, (_, sources: string) =>
      [sources, ...hashes].join(" "),
    )
    .replace(/ 'nonce-[^']*'/g, "");

function varyOf(given: string | null, isHtml: boolean): string {
  const names = [given, isHtml ? "Cookie" : null, "Accept-Encoding"];
  return names.filter((name) => name !== null).join(", ");
}
