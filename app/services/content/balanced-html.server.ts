/** HTML written anew from what a browser makes of it. */
import { defaultTreeAdapter, parseFragment, serialize, type DefaultTreeAdapterMap } from "parse5";

/** How many elements may stand within each other; browsers stop at 512, those of the page included. */
const DEPTH_MAX = 200;
/**
 * How many elements there may be. A text has fewer; but emphasis that is left open is opened again in each
 * paragraph, so that a few bytes can become dozens of elements.
 */
const ELEMENTS_MAX = 10_000;
/** How often HTML is read until it stays as it is. All but the strangest does so the second time. */
const READINGS_MAX = 4;

/** What the HTML will stand in. The same tags mean other things in, say, a table. */
const place = parseFragment("<div></div>").childNodes[0] as DefaultTreeAdapterMap["element"];

/**
 * Writes HTML so that a browser reads exactly these elements, wherever in a page's `div` they stand: it ends
 * all that it begins, and nothing else. An end tag too many would otherwise end elements of ours, and
 * one too few, as of a table, take them in.
 *
 * @param html sanitised; nothing is taken from it but what a browser would not see
 * @returns `null` where there are too many elements, or too deep within each other, or where it reads
 *   differently each time
 */
export function balancedHtml(html: string): string | null {
  try {
    let written = html;
    for (let readings = 0; readings < READINGS_MAX; readings += 1) {
      const again = serialized(parse(written));
      if (again === written) return again;
      written = again;
    }
  } catch {
    // Whatever else cannot be read is no better than too much.
  }
  return null;
}

type Tree = DefaultTreeAdapterMap["documentFragment"];

/** Reads HTML by the rules of the standard, as browsers do. @throws when there is too much of it */
function parse(html: string): Tree {
  let depth = 0;
  let elements = 0;
  const onItemPush = () => {
    depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX || elements > ELEMENTS_MAX) throw new Error("too many elements");
  };
  const onItemPop = () => void (depth -= 1);
  return parseFragment(place, html, {
    treeAdapter: { ...defaultTreeAdapter, onItemPush, onItemPop },
  });
}

const serialized = (tree: Tree): string =>
  serialize(tree)
    // A sign like any other in UTF-8.
    .replaceAll("&nbsp;", "\u00a0")
    // Of line breaks at the beginning each reading drops one.
    .replaceAll(/<pre>\n+/g, "<pre>");
