/** A response as it is cached: its headers, and its body in the encodings that were requested. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import etag from "etag";

/** How a body may be encoded, the shortest first. */
export type Encoding = "br" | "gzip" | "identity";

export interface CachedPage {
  status: number;
  contentType: string | null;
  /** All other headers except those of a single response: a flat list of names and values, as Node takes it. */
  headers: readonly string[];
  etag: string | null;
  lastModified: string | null;
  /** A short body is only kept uncompressed; a longer one with gzip, and in another encoding once requested. */
  bodies: Partial<Record<Encoding, Buffer>>;
  /** The id of the article whose view is counted when the page is served. */
  viewedArticle: string | null;
}

/** Shorter bodies are not worth compressing. */
const COMPRESSED_FROM = 1024;
/** The highest quality that takes only a few milliseconds. */
const BROTLI_QUALITY = 6;

/** Headers of one response, not of the page. A cached Set-Cookie would be sent to every visitor. */
const UNCACHED_HEADERS = new Set([
  ...["x-request-id", "content-length", "content-encoding", "date", "set-cookie"],
]);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompressGzip = promisify(gunzip);

/**
 * Turns a rendered response into a page that can be cached.
 * @param common the headers that the server sets on every response
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
    if (!UNCACHED_HEADERS.has(name.toLowerCase())) {
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

/** Headers with the case of their names preserved, each once; a later one replaces an earlier one. */
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

/** @returns the body in an encoding that `chooseEncoding` has chosen; the page keeps it from then on */
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

/** @returns the encoding in which a page is sent to a client that accepts `accepted` */
export const chooseEncoding = ({ bodies }: CachedPage, accepted: Encoding): Encoding =>
  bodies.gzip ? accepted : "identity";

/** @returns the approximate memory that a page takes, in bytes */
export const sizeOf = ({ bodies, headers }: CachedPage): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0) +
  headers.reduce((sum, text) => sum + text.length, 500);

const CSP = "content-security-policy";

/**
 * Removes the nonce from the scripts that carry it, and hashes the inline ones, so that the policy can allow
 * them by their content. An injected script does not know the nonce, and so is not hashed.
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

/** Allows scripts by their hashes instead of by the nonce of one response. */
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
