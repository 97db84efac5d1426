/** People named in texts by `@Name`: where such names are found, and where not. */

import { personPath } from "./person-path";

export interface Named {
  id: string;
  /** As the person spells it; a text may spell it in upper or lower case. */
  name: string;
}

/** The most people whom a text names; further names are neither linked nor told. */
export const MAX_NAMED = 10;

/** The most different words after `@` of a text that are looked up; further ones are no names. */
export const MAX_NAME_CANDIDATES = 100;

// Names of accounts are ASCII. Letters of these scripts beside them belong to another word, as in `@José` or
// `you@example`; those of scripts without spaces between words do not.
const WORD = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}_`;

/** `@Name`, but not within addresses such as `a@b.example`, `/@a`, `@a.example`, `@a/b` and `@a-b`. */
const AT_NAME = String.raw`(?<![${WORD}@/\\])@(?<name>[A-Za-z0-9]{2,20})(?![${WORD}@]|[./-][A-Za-z0-9])`;

/** In plain text, lines that begin with `>` are quotations, and backticks enclose code. */
const IN_TEXT = new RegExp("^[ \\t]*>.*|```[^]*?```|`[^`\\n]+`|" + AT_NAME, "gmu");

const IN_HTML = new RegExp(`<(?<slash>/?)(?<tag>[a-z][a-z0-9]*)[^>]*>|${AT_NAME}`, "gu");

/** The elements of HTML within which nobody is named. */
const INERT_TAGS = new Set(["a", "blockquote", "code", "kbd", "math", "pre", "samp"]);

export interface FoundName {
  name: string;
  /** Where its `@` is. */
  index: number;
}

/** @returns the names in a plain text, in order; who they belong to is not known here */
export const namesInText = (text: string): FoundName[] =>
  [...text.matchAll(IN_TEXT)].flatMap(({ index, groups }) =>
    groups?.name ? [{ name: groups.name, index }] : [],
  );

/** @param html safe and balanced @returns the names in its text, in order */
export function namesInHtml(html: string): FoundName[] {
  const names: FoundName[] = [];
  let depth = 0;
  for (const { index, groups = {} } of html.matchAll(IN_HTML)) {
    const { name, tag = "", slash } = groups;
    if (INERT_TAGS.has(tag)) depth += slash ? -1 : 1;
    else if (name && depth === 0) names.push({ name, index });
  }
  return names;
}

/** @param html safe and balanced @returns it with the names of people whom it names as links to their pages */
export function linkNames(html: string, named: readonly Named[]): string {
  if (!named.length) return html;
  const personOf = namedBy(named);
  const parts: string[] = [];
  let last = 0;
  for (const { name, index } of namesInHtml(html)) {
    const person = personOf(name);
    if (!person) continue;
    parts.push(html.slice(last, index), `<a href="${personPath(person.name)}">@${name}</a>`);
    last = index + "@".length + name.length;
  }
  return parts.join("") + html.slice(last);
}

/** @returns the person whom a name in a text means, if the text names them */
export function namedBy(named: readonly Named[]): (name: string) => Named | undefined {
  const people = new Map(named.map((person) => [person.name.toLowerCase(), person]));
  return (name) => people.get(name.toLowerCase());
}
