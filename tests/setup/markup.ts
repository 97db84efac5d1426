/** An allowlist for authors' HTML, written independently of the sanitizer under test. */
import {
  defaultTreeAdapter as adapter,
  parse,
  parseFragment,
  serialize,
  type DefaultTreeAdapterMap,
} from "parse5";

type Element = DefaultTreeAdapterMap["element"];
type Parent = DefaultTreeAdapterMap["parentNode"];

const IMAGE = /^(src|alt|title|loading|decoding|referrerpolicy)$/;
const allowed: Record<string, RegExp> = {
  ...Object.fromEntries(
    ["p", "blockquote", "pre", "hr", "br", "ul", "table"]
      .concat(["thead", "tbody", "tr", "strong", "em", "b", "i", "del", "s", "code", "kbd"])
      .concat(["sup", "sub"])
      .map((name) => [name, /^$/]),
  ),
  ...Object.fromEntries(["h2", "h3", "h4", "h5", "h6", "li"].map((name) => [name, /^id$/])),
  a: /^(href|title|rel|id|role|aria-label)$/,
  img: IMAGE,
  abbr: /^title$/,
  ol: /^start$/,
  section: /^(role|aria-label)$/,
  th: /^align$/,
  td: /^align$/,
  div: /^(class|role|aria-label|tabindex)$/,
};

const HTML = "http://www.w3.org/1999/xhtml";
const MATHML = "http://www.w3.org/1998/Math/MathML";
/** Elements of formulae, none of which links or holds HTML, and their attributes. */
const formula =
  /^(math|menclose|m(under|over|sub|sup){1,2}|mfrac|m[ino]|mroot|msqrt|mrow|mspace|mstyle|mpadded|mphantom|mtable|mtd|mtext|mtr)$/;
const formulaAttribute =
  /^(accent|alttext|class|depth|display|displaystyle|fence|form|height|largeop|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|notation|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/;
const SITE = "https://site.example";

/** All descendants, in document order. */
export function* elementsIn(parent: Parent): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!adapter.isElementNode(child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

const valueOf = ({ attrs }: Element, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** @returns the elements, attributes and links in a tree that no author's text may contain */
export function forbiddenIn(tree: Parent): string[] {
  const found: string[] = [];
  for (const element of elementsIn(tree)) {
    const { tagName, namespaceURI, attrs } = element;
    const isFormula = formula.test(tagName);
    const names = isFormula ? formulaAttribute : allowed[tagName];
    if (!names || String(namespaceURI) !== (isFormula ? MATHML : HTML)) found.push(`<${tagName}>`);
    for (const { name, value } of attrs) {
      const isOfPage = name === "id" && !value.startsWith("user-content-");
      if (name === "dir" && /^(auto|ltr)$/.test(value)) continue;
      if (!names?.test(name) || isOfPage) found.push(`<${tagName} ${name}>`);
    }
    const href = valueOf(element, "href");
    if (href !== undefined && !isAllowedLink(href, valueOf(element, "rel"))) found.push(href);
    const source = valueOf(element, "src");
    if (source !== undefined && new URL(source, SITE).protocol !== "https:") found.push(source);
    if (tagName === "div" && !/^(table|math)$/.test(valueOf(element, "class") ?? ""))
      found.push("<div>");
  }
  return found;
}

/** Links lead to the web or to a mailbox; links to other sites carry `rel`. */
function isAllowedLink(href: string, rel: string | undefined): boolean {
  if (!URL.canParse(href, SITE)) return true;
  const { protocol, origin } = new URL(href, SITE);
  if (!["http:", "https:", "mailto:"].includes(protocol)) return false;
  return origin === SITE || rel === "ugc nofollow noopener";
}

const hasClass = (element: Element, name: string) =>
  (valueOf(element, "class") ?? "").split(" ").includes(name);

/** Parses a page as a browser does, to find where the author's text and the page's own elements ended up. */
export function readPage(html: string) {
  const elements = [...elementsIn(parse(html))];
  const prose = elements.find((element) => hasClass(element, "prose"));
  return {
    prose,
    /** The inner HTML of the element that holds the author's text. */
    text: prose && serialize(prose),
    /** The path of each landmark: its ancestors, as `html > body > main`. */
    places: elements
      .filter(({ tagName, attrs }) =>
        [
          tagName,
          ...attrs.filter(({ name }) => name === "id").map(({ value }) => `#${value}`),
        ].some((name) =>
          ["main", "article", "aside", "footer", "#comments", "#after"].includes(name),
        ),
      )
      .map((element) => pathOf(element)),
  };
}

function pathOf(element: Element): string {
  const parent = adapter.getParentNode(element);
  const above = parent && adapter.isElementNode(parent) ? `${pathOf(parent)} > ` : "";
  return above + element.tagName;
}

/** HTML parsed by itself in a `div` and serialized again. */
export const reserialize = (html: string): string =>
  serialize(parseFragment(parseFragment("<div></div>").childNodes[0] as Element, html, {}));
