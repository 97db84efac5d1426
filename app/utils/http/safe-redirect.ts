/** Stands for this site while an address is resolved; nothing is ever sent there. */
const HERE = "http://here.invalid";

// Browsers drop tabs and line ends from an address and read a backslash as a slash.
// eslint-disable-next-line no-control-regex
const treacherous = /[\u0000-\u001f\u007f\\]/;

/** What an address says once its percent signs are undone, and undone again: a proxy may do it too. */
function spellings(address: string): string[] {
  const seen = [address];
  for (let current = address; seen.length < 4;) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      break;
    }
    if (next === current) break;
    seen.push(next);
    current = next;
  }
  return seen;
}

const leaves = (path: string): boolean => treacherous.test(path) || path.startsWith("//");

/**
 * Where a form or a link may send someone after an act: a path on this site and nothing else.
 *
 * @param to what was asked for, from anywhere
 * @param fallback where to go when that is not on this site
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || !to.startsWith("/") || leaves(to)) return fallback;
  let url: URL;
  try {
    url = new URL(to, HERE);
  } catch {
    return fallback;
  }
  // `/..//evil` only becomes `//evil` once its dots are resolved.
  if (url.origin !== HERE || spellings(url.pathname).some(leaves)) return fallback;
  return url.pathname + url.search + url.hash;
}
