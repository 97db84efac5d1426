/** Versions of texts in `ETag` and `If-Match`. */
import etag from "etag";

/**
 * A response contains more than the text, such as its upvotes. Its `ETag` therefore consists of the version, which
 * `If-Match` compares, and a hash of the body; `If-None-Match` compares both.
 *
 * @returns the `ETag` of a response about a version of a text
 */
export const versionedEtag = (version: number, body: string): string =>
  `"v${version}-${etag(body).slice(1)}`;

/** Matches an `ETag`; it may have the prefix `W/`, which proxies that compress a response add. */
const VERSION = /"v(\d+)-[^"]*"/g;

/** @returns the versions that a request names in `If-Match`; `undefined` if it accepts any */
export function versionsIn({ headers }: Request): number[] | undefined {
  const condition = headers.get("If-Match")?.trim();
  if (condition === undefined || condition === "*") return undefined;
  return [...condition.matchAll(VERSION)].map(([, version]) => Number(version));
}
