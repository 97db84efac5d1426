/** What a new text has in common with others: nearly the same words, or what it links to. */
import { keysOf } from "./sentiment/copies";
import { sketchOf } from "./sentiment/near-copies";

/** Of how many links of a text keys are kept. */
export const MAX_LINK_KEYS = 20;

/** @returns keys of which texts that say nearly the same have at least one in common; none without words */
export function copyKeys(texts: readonly string[]): number[] {
  const sketch = sketchOf(texts);
  return sketch.length ? keysOf(sketch) : [];
}

/** Stands for the site itself, so that an address is read as browsers read it on one of its pages. */
const OWN_PAGE = "https://own.invalid/";

/**
 * @param url as it stands in a link, also without a scheme
 * @returns the host in lower case and ASCII, without `www.` and a final dot; `null` for one of the site’s pages by
 *   path, or none
 */
export function hostOf(url: string): string | null {
  if (!URL.canParse(url, OWN_PAGE)) return null;
  const { protocol, hostname } = new URL(url, OWN_PAGE);
  if (!/^(?:https?|ftp):$/.test(protocol) || !hostname || hostname === "own.invalid") return null;
  return hostname.replace(/\.+$/, "").replace(/^(?:www\.)+(?=[^.]+\.)/, "") || null;
}

/** @returns of each address, its host and, unless it is the host’s first page, the host with the path */
export function linkKeys(urls: readonly string[]): string[] {
  const keys = urls.flatMap((url) => {
    const host = hostOf(url);
    if (!host) return [];
    const path = new URL(url, OWN_PAGE).pathname.replace(/\/+$/, "");
    return path ? [host, (host + path).slice(0, 500)] : [host];
  });
  return [...new Set(keys)].slice(0, 2 * MAX_LINK_KEYS);
}
