/**
 * Strips quotes, code and URLs from a text, leaving the author's own words. Handles Markdown (articles) and
 * plain text (comments, reviews) alike, since quotes and code look the same in both.
 *
 * Every step is linear in the length of the text.
 */

/** @returns the text without quotes, code and URLs; line breaks are kept */
export function stripQuotedText(text: string): string {
  const lines = withoutFencesAndQuotes(text.split(/\r\n?|[\n\u2028\u2029]/));
  return withoutUrls(withoutLinkTargets(withoutCodeTags(withoutCodeSpans(lines.join("\n")))));
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

/**
 * Drops code spans: text between two backtick runs of equal length within a paragraph, as in CommonMark.
 */
function withoutCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
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
  const kept: string[] = [];
  let from = 0;
  for (let i = 0; i < marks.length; i += 1) {
    const end = closing[i];
    if (end === undefined) continue;
    kept.push(text.slice(from, marks[i]?.index), " ");
    from = (marks[end]?.index ?? 0) + (marks[end]?.[0].length ?? 0);
    i = end;
  }
  return kept.join("") + text.slice(from);
}

/** Drops `<code>`, `<pre>` and `<blockquote>` elements, to the end of the text if unclosed. */
function withoutCodeTags(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(
    /<(\/?)(?:code|pre|blockquote)(?:\s[^<>]*)?>/gi,
  )) {
    if (depth === 0) kept.push(text.slice(from, index), " ");
    depth = Math.max(0, depth + (slash ? -1 : 1));
    from = index + tag.length;
  }
  if (depth === 0) kept.push(text.slice(from));
  return kept.join("");
}

/** Drops the target of `[text](target)`, even if it does not look like a URL. */
function withoutLinkTargets(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("]("); at >= 0; at = text.indexOf("](", from)) {
    kept.push(text.slice(from, at + 1), " ");
    const end = endOfUrl(text, at + 2);
    from = text[end] === ")" ? end + 1 : end;
  }
  return kept.join("") + text.slice(from);
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

const withoutUrls = (text: string) =>
  dropUrls(
    dropUrls(text, URL_START, () => true),
    DOMAIN_NAME,
    isDomainName,
  );

function isDomainName(text: string): boolean {
  let end = text.length;
  while (end > 0 && "._%+@-".includes(text[end - 1] as string)) end -= 1;
  const dot = text.lastIndexOf(".", end - 1);
  return dot > 0 && TOP_LEVEL_DOMAINS.has(text.slice(dot + 1, end).toLowerCase());
}

/** Drops URLs that start where `pattern` matches and `isUrl` accepts the match. */
function dropUrls(text: string, pattern: RegExp, isUrl: (found: string) => boolean): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index < from || !isUrl(found)) continue;
    kept.push(text.slice(from, index), " ");
    from = endOfUrl(text, index);
  }
  return kept.join("") + text.slice(from);
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
