/** Which angle brackets in a text are HTML markup. All others are text: `r<g and g>0`, `Array<string>`, `<3`. */
import { htmlTagNames } from "html-tag-names";

const ATTRIBUTE = String.raw`\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>${"`"}]+|'[^']*'|"[^"]*"))?`;
const TAG = `</?(?<name>${htmlTagNames.join("|")})(?=[\\s/>])(?:${ATTRIBUTE})*\\s*/?>`;
/** Comments, and elements whose content is code or the value of a field. */
const HIDDEN = String.raw`<!--(?:-?>|[^]*?-->)|<(?<code>script|style|svg|textarea)(?=[\s/>])[^>]*>[^]*?</\k<code>\s*>`;

/**
 * Matches a comment, an element that is hidden with its content, or else a tag, whose name is in the group `name`.
 * A tag that does not end, and an unknown one, are text.
 */
export const MARKUP = new RegExp(`${HIDDEN}|${TAG}`, "i");

/** Elements within a line of text. Others begin a new line, even if they are removed. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  [
    "a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr",
    "output q rb ruby rp rt rtc s samp small span strike strong sub sup time tt u var wbr",
  ].flatMap((names) => names.split(" ")),
);
