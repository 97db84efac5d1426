import normalizeUrl from "normalize-url";

/**
 * The key by which two links are the same work: scheme, `www.`, trailing slash, fragment and tracking
 * parameters do not count. One configuration for articles and reviews.
 *
 * @param url an absolute http or https URL
 * @returns the key, or `null` when the URL cannot be normalised
 */
export function urlKey(url: string): string | null {
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
