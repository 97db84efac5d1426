import { createHash } from "node:crypto";
import normalizeUrl from "normalize-url";
import { titleKey } from "~/domain/work-score";

/** The longest key stored verbatim, in characters; longer ones are hashed, because index keys are limited in size. */
const MAX_KEY_LENGTH = 1000;

/**
 * Normalises a link for comparison: scheme, `www.`, trailing slash, fragment and tracking parameters are
 * ignored. Used for both articles and reviews.
 *
 * @param url an absolute http or https URL
 * @returns the key, a digest if the link is very long, or `null` if the URL cannot be normalised
 */
export function urlKey(url: string): string | null {
  const key = normalized(url);
  return key === null ? null : digestIfLong(key);
}

/** A work is identified by its URL or, without one, by its title and author. */
interface Work {
  title: string;
  author: string;
  url?: string;
}

/** @returns the key shared by all reviews of a work, or `null` if its URL cannot be normalised */
export const workKey = ({ title, author, url }: Work): string | null =>
  url === undefined ? digestIfLong(titleKey(title, author)) : urlKey(url);

const digestIfLong = (key: string) =>
  key.length <= MAX_KEY_LENGTH ? key : `sha256 ${createHash("sha256").update(key).digest("hex")}`;

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
