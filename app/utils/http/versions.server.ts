/** Versions of texts in `ETag` and `If-Match`. */
import etag from "etag";

/**
 * The body of a text has more than the text, such as its upvotes, so its `ETag` has both: what `If-Match` compares
 * is the version, what `If-None-Match` compares is the whole.
 *
 * @returns the `ETag` of a response about a version of a text
 */
export const versionedEtag = (version: number, body: string): string =>
  `"v${version}-${etag(body).slice(1)}`;

/** The quote may be preceded by `W/`, which what compresses on the way adds. */
const VERSION = /"v(\d+)-[^"]*"/g;

/** @returns the versions that a request names in `If-Match`; `undefined` if any will do */
export function versionsIn({ headers }: Request): number[] | undefined {
  const condition = headers.get("If-Match")?.trim();
  if (condition === undefined || condition === "*") return undefined;
  return [...condition.matchAll(VERSION)].map(([, version]) => Number(version));
}
