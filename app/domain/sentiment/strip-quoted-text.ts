/**
 * Strips quotes, code and URLs from a text, leaving the author's own words. Handles Markdown (articles) and
 * plain text (comments, reviews) alike, since quotes and code look the same in both.
 *
 * Every step is linear in the length of the text.
 */
import { withChanges, type Change, type Places } from "./places";

/**
 * @param places if given, changed to those of the result
 * @returns the text without quotes, code and URLs; line breaks are kept
 */
export function stripQuotedText(text: string, places?: Places): string {
  let stripped = withoutQuotedLines(text, places);
  for (const changesOf of [codeSpans, codeTags, linkTargets, urls, domains]) {
    const changes = changesOf(stripped);
    if (changes.length) stripped = withChanges(stripped, changes, places);
  }
  return stripped;
}

/** A space instead of a part of a text. */
const cut = (start: number, end: number): Change => ({ start, end, by: " " });

function withoutQuotedLines(text: string, places?: Places): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/);
  const kept = withoutFencesAndQuotes(lines);
  if (!places) return kept.join("\n");
  let start = 0;
  const changes: Change[] = [];
  lines.forEach((line, i) => {
    const end = start + line.length;
    if (kept[i] !== line) changes.push({ start, end, by: "" });
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (i + 1 < lines.length) changes.push({ start: end, end: start, by: "\n" });
  });
  return withChanges(text, changes, places);
}

/** Blanks quoted lines (`> …`) and fenced code blocks (three or more ``` or ~~~). */
function withoutFencesAndQuotes(lines: readonly string[]): string[] {
  let fence: string | null = null;
  return lines.map((line) => {
    if (fence === null && !/[`~>]/.test(line)) return line;
    const [, run, rest = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== null) {
      if (run?.startsWith(fence) && !rest.trim()) fence = null;
      return "";
    }
    if (run && !(run.startsWith("`") && rest.includes("`"))) {
      fence = run;
      return "";
    }
    return /^\s*>/.test(line) ? "" : line;
  });
}

/** Finds code spans: text between two backtick runs of equal length within a paragraph, as in CommonMark. */
function codeSpans(text: string): Change[] {
  if (!text.includes("`")) return [];
  const marks = [...text.matchAll(/`+|\n[ \t]*(?=\n)/g)];
  // For each run, finds the next one of equal length; a blank line ends the paragraph and all its spans.
  const closing: (number | undefined)[] = [];
  const nextOfLength = new Map<number, number>();
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const [mark] = marks[i] as RegExpExecArray;
    if (mark.startsWith("`")) {
      closing[i] = nextOfLength.get(mark.length);
      nextOfLength.set(mark.length, i);
    } else nextOfLength.clear();
  }
  const cuts: Change[] = [];
  for (let i = 0; i < marks.length; i += 1) {
    const end = closing[i];
    if (end === undefined) continue;
    const last = marks[end]!;
    cuts.push(cut(marks[i]!.index, last.index + last[0].length));
    i = end;
  }
  return cuts;
}

/** Finds `<code>`, `<pre>` and `<blockquote>` elements, to the end of the text if unclosed. */
function codeTags(text: string): Change[] {
  const cuts: Change[] = [];
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(
    /<(\/?)(?:code|pre|blockquote)(?:\s[^<>]*)?>/gi,
  )) {
    if (depth === 0) cuts.push(cut(index, text.length));
    depth = Math.max(0, depth + (slash ? -1 : 1));
    if (depth === 0) cuts.at(-1)!.end = index + tag.length;
  }
  return cuts;
}

/** Finds the target of `[text](target)`, even if it does not look like a URL. */
function linkTargets(text: string): Change[] {
  const cuts: Change[] = [];
  for (let at = text.indexOf("]("); at >= 0;) {
    const end = endOfUrl(text, at + 2);
    const after = text[end] === ")" ? end + 1 : end;
    cuts.push(cut(at + 1, after));
    at = text.indexOf("](", after);
  }
  return cuts;
}

/** The start of a URL: a scheme or `www.`. */
const URL_START = /(?<![\p{Script=Latin}\p{N}])(?:[a-z]{2,10}:\/\/|www\.)/giu;
const DOMAIN_NAME = /[A-Za-z0-9][A-Za-z0-9._%+@-]*/g;
/** Top-level domains recognised without a scheme. */
const TOP_LEVEL_DOMAINS = new Set(
  (
    "com org net io co ai app dev xyz finance fi info gg me tv us uk eu de ch fr network exchange " +
    "foundation capital money fund news blog"
  ).split(" "),
);

const urls = (text: string) => findUrls(text, URL_START, () => true);
const domains = (text: string) => findUrls(text, DOMAIN_NAME, isDomainName);

function isDomainName(text: string): boolean {
  let end = text.length;
  while (end > 0 && "._%+@-".includes(text[end - 1] as string)) end -= 1;
  const dot = text.lastIndexOf(".", end - 1);
  return dot > 0 && TOP_LEVEL_DOMAINS.has(text.slice(dot + 1, end).toLowerCase());
}

/** Finds URLs that start where `pattern` matches and `isUrl` accepts the match. */
function findUrls(text: string, pattern: RegExp, isUrl: (found: string) => boolean): Change[] {
  const cuts: Change[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index < (cuts.at(-1)?.end ?? 0) || !isUrl(found)) continue;
    cuts.push(cut(index, endOfUrl(text, index)));
  }
  return cuts;
}

/**
 * Finds the end of a URL: at white space, an invalid character or an unbalanced `)`, excluding trailing
 * punctuation.
 */
function endOfUrl(text: string, start: number): number {
  let open = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    const sign = text[end] as string;
    if (/[\s<>"`]/.test(sign)) break;
    if (sign === "(") open += 1;
    if (sign === ")" && (open -= 1) < 0) break;
  }
  while (end > start && ".,;:!?'*_~]}|".includes(text[end - 1] as string)) end -= 1;
  return end;
}
