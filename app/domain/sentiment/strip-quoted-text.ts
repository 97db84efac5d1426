/**
 * What somebody says in a text: not what they quote, not code, not addresses. A text may be Markdown
 * (articles) or plain (comments, reviews), where people quote and show code in the same way.
 *
 * Every step looks at each character a fixed number of times, so that no text takes long.
 */

/** @returns the text without what is not said in it; its lines stay lines */
export function stripQuotedText(text: string): string {
  const lines = withoutFencesAndQuotes(text.split(/\r\n?|[\n\u2028\u2029]/));
  return withoutAddresses(withoutLinkTargets(withoutCodeTags(withoutCodeSpans(lines.join("\n")))));
}

/** Drops lines that quote (`> …`), and what stands between two fences of three or more ``` or ~~~. */
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

/** Drops what stands between two runs of as many backticks in one paragraph, as CommonMark has it. */
function withoutCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
  const marks = [...text.matchAll(/`+|\n[ \t]*(?=\n)/g)];
  // For each run, the next one of its length; a blank line ends the paragraph and with it all spans.
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

/** Drops what stands in HTML's elements for code and quotations, to the end where one is not closed. */
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

/** Drops the target of `[text](target)`, which need not look like an address. */
function withoutLinkTargets(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("]("); at >= 0; at = text.indexOf("](", from)) {
    kept.push(text.slice(from, at + 1), " ");
    const end = endOfAddress(text, at + 2);
    from = text[end] === ")" ? end + 1 : end;
  }
  return kept.join("") + text.slice(from);
}

/** What an address begins with: a scheme, or `www.`. */
const BEGINNING = /(?<![\p{L}\p{N}])(?:[a-z]{2,10}:\/\/|www\.)/giu;
/** What may be a name in the domain name system, or an address of electronic mail. */
const NAME = /[A-Za-z0-9][A-Za-z0-9._%+@-]*/g;
/** The last parts of names that are written without a scheme. */
const ENDINGS = new Set(
  (
    "com org net io co ai app dev xyz finance fi info gg me tv us uk eu de ch fr network exchange " +
    "foundation capital money fund news blog"
  ).split(" "),
);

const withoutAddresses = (text: string) =>
  without(
    without(text, BEGINNING, () => true),
    NAME,
    isName,
  );

function isName(text: string): boolean {
  let end = text.length;
  while (end > 0 && "._%+@-".includes(text[end - 1] as string)) end -= 1;
  const dot = text.lastIndexOf(".", end - 1);
  return dot > 0 && ENDINGS.has(text.slice(dot + 1, end).toLowerCase());
}

/** Drops what begins as a pattern says and goes on as an address does. */
function without(text: string, pattern: RegExp, isMeant: (found: string) => boolean): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index < from || !isMeant(found)) continue;
    kept.push(text.slice(from, index), " ");
    from = endOfAddress(text, index);
  }
  return kept.join("") + text.slice(from);
}

/** Where an address ends: at space or a sign that none has, a `)` too many, or before what ends a clause. */
function endOfAddress(text: string, start: number): number {
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
