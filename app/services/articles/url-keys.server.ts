import { createHash } from "node:crypto";
import normalizeUrl from "normalize-url";
import { titleKey } from "~/domain/work-score";

/** The longest key that is kept as it is, in characters; an index takes so much and no more. */
const LONGEST = 1000;

/**
 * The key by which two links are the same work: scheme, `www.`, trailing slash, fragment and tracking
 * parameters do not count. One configuration for articles and reviews.
 *
 * @param url an absolute http or https URL
 * @returns the key, which is a digest where the link is very long, or `null` when the URL cannot be
 *   normalised
 */
export function urlKey(url: string): string | null {
  const key = normalized(url);
  return key === null ? null : shortened(key);
}

/** What tells a work from others: its address, or without one its title and author. */
interface Work {
  title: string;
  author: string;
  url?: string;
}

/** @returns the key by which two reviews are of the same work, or `null` as `urlKey` does */
export const workKey = ({ title, author, url }: Work): string | null =>
  url === undefined ? shortened(titleKey(title, author)) : urlKey(url);

const shortened = (key: string) =>
  key.length <= LONGEST ? key : `sha256 ${createHash("sha256").update(key).digest("hex")}`;

function normalized(url: string): string | null {
  try {
    return normalizeUrl(url, {
      stripProtocol: true,
      stripWWW: true,
      stripHash: true,
      stripAuthentication: true,
      removeTrailingSlash: true,
      removeSingleSlash: true,
      removeQueryParameters: TRACKING,
      sortQueryParameters: true,
    });
  } catch {
    return null;
  }
}

const TRACKING = [
  /^utm_\w+/i,
  /^(fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src|_hsenc|_hsmi)$/i,
];
