/** Placeholder origin to resolve paths against; never requested. */
const PLACEHOLDER_ORIGIN = "http://here.invalid";

// Browsers strip tabs and line breaks from URLs and treat backslashes as slashes.
// eslint-disable-next-line no-control-regex
const unsafeCharacters = /[\u0000-\u001f\u007f\\]/;

/** Decodes a path repeatedly, because proxies may decode it too. */
function decodings(address: string): string[] {
  const results = [address];
  for (let current = address; results.length < 4;) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      break;
    }
    if (next === current) break;
    results.push(next);
    current = next;
  }
  return results;
}

const leavesSite = (path: string): boolean => unsafeCharacters.test(path) || path.startsWith("//");

/**
 * Restricts a redirect target to a path on this site.
 * @param to the requested target, from user input
 * @param fallback used if the target is not on this site
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || !to.startsWith("/") || leavesSite(to)) return fallback;
  let url: URL;
  try {
    url = new URL(to, PLACEHOLDER_ORIGIN);
  } catch {
    return fallback;
  }
  // `/..//evil` becomes `//evil` only after its dots are resolved.
  if (url.origin !== PLACEHOLDER_ORIGIN || decodings(url.pathname).some(leavesSite))
    return fallback;
  return url.pathname + url.search + url.hash;
}
