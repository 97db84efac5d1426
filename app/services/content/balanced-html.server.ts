/** Parses HTML as a browser does and serialises it again, so that all tags are balanced. */
import { defaultTreeAdapter, parseFragment, serialize, type DefaultTreeAdapterMap } from "parse5";

/** The maximum nesting depth. Browsers stop at 512, including the elements of the page. */
const MAX_DEPTH = 200;
/**
 * The maximum number of elements. Real texts have fewer, but an unclosed emphasis is reopened in each paragraph, so
 * a few bytes can become dozens of elements.
 */
const MAX_ELEMENTS = 10_000;
/** How often HTML is parsed and serialised until it is stable. Nearly all HTML is stable the second time. */
const MAX_PASSES = 4;

/** The element that the HTML is placed in. The parser treats the same tags differently in, say, a table. */
const context = parseFragment("<div></div>").childNodes[0] as DefaultTreeAdapterMap["element"];

/**
 * Rewrites HTML so that each start tag has its end tag and no end tag is left over. A surplus end tag would otherwise
 * close elements of the page around it, and a missing one, as of a table, would swallow them.
 * @param html sanitised HTML; only what a browser ignores is dropped
 * @returns `null` if there are too many elements, if they are nested too deeply, or if the result is not stable
 */
export function balancedHtml(html: string): string | null {
  try {
    let written = html;
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const again = serialized(parse(written));
      if (again === written) return again;
      written = again;
    }
  } catch {
    // Any other parse failure is treated like HTML that exceeds the limits.
  }
  return null;
}

type Tree = DefaultTreeAdapterMap["documentFragment"];

function parse(html: string): Tree {
  let depth = 0;
  let elements = 0;
  const onItemPush = () => {
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw new Error("too many elements");
  };
  const onItemPop = () => void (depth -= 1);
  return parseFragment(context, html, {
    treeAdapter: { ...defaultTreeAdapter, onItemPush, onItemPop },
  });
}

/** @returns HTML in which no character has an entity that it does not need in UTF-8 */
export const serializeHtml = (tree: Tree): string => serialize(tree).replaceAll("&nbsp;", "\u00a0");

const serialized = (tree: Tree): string =>
  serializeHtml(tree)
    // Removed blocks leave the ends of paragraphs.
    .replaceAll(/<p>\s*<\/p>/g, "")
    // Each parse drops one leading line break of a `pre`, so the result would never be stable.
    .replaceAll(/<pre>\n+/g, "<pre>");
