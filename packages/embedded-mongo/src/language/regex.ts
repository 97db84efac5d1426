/**
 * Translates MongoDB's PCRE regular expressions to JavaScript; rejects those whose meaning would differ.
 */
import { BSONRegExp } from "bson";
import { CommandError, unsupported } from "../errors";

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

/** PCRE escapes that JavaScript treats as literal letters. */
const FOREIGN_ESCAPES = /[AzZGQEhHRKXNCagoe]/;

const compiled = new Map<string, RegExp>();
const MAX_CACHED = 500;

/** Compiles a regular expression. The result is stateless and can be shared. */
export function toRegExp(pattern: string, options = ""): RegExp {
  const key = `${options}/${pattern}`;
  let regex = compiled.get(key);
  if (!regex) {
    regex = translate(pattern, options);
    if (compiled.size >= MAX_CACHED) compiled.clear();
    compiled.set(key, regex);
  }
  return regex;
}

/** Compiles a value if it is a regular expression, otherwise `undefined`. */
export const asRegExp = (value: unknown): RegExp | undefined =>
  value instanceof BSONRegExp ? toRegExp(value.pattern, value.options) : undefined;

function translate(pattern: string, options: string): RegExp {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set([...options, ...(inline?.[1] ?? "")]);
  for (const flag of flags)
    if (!"imsxu".includes(flag))
      throw new CommandError(51108, `invalid flag in regex options: ${flag}`);
  const source = rewrite(inline ? pattern.slice(inline[0].length) : pattern, flags);
  const i = flags.has("i") ? "i" : "";
  try {
    return new RegExp(source, `u${i}`);
  } catch {
    // The `u` flag rejects unnecessary escapes, which PCRE allows; retry without it.
  }
  try {
    return new RegExp(source, i);
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

/**
 * Rewrites dots, anchors and white space to PCRE semantics: only a line feed ends a line, and `$` also
 * matches before a final one.
 */
function rewrite(pattern: string, flags: ReadonlySet<string>): string {
  if (pattern.includes("\0")) throw invalid("it may not contain a null byte");
  const multiline = flags.has("m");
  let source = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!;
    if (c === "\\") {
      const next = pattern[++i];
      if (next === undefined) throw invalid("\\ at end of pattern");
      if (FOREIGN_ESCAPES.test(next)) throw unsupported(`\\${next} in a regular expression`);
      source += c + next;
    } else if (inClass) {
      if (c === "[" && /[:.=]/.test(pattern[i + 1] ?? ""))
        throw unsupported("a POSIX class in a regular expression");
      // In PCRE, `[` within a class is a literal.
      source += c === "[" ? "\\[" : c;
      inClass = c !== "]";
    } else if (c === "[") {
      inClass = true;
      source += c;
      // In PCRE, `]` at the start of a class is a literal.
      if (pattern[i + 1] === "^") source += pattern[++i];
      if (pattern[i + 1] === "]") source += `\\${pattern[++i]}`;
    } else if (c === ".") source += flags.has("s") ? "[\\s\\S]" : "[^\\n]";
    else if (c === "^") source += multiline ? "(?<![^\\n])" : "^";
    else if (c === "$") source += multiline ? "(?![^\\n])" : "(?=\\n?(?![\\s\\S]))";
    else if (flags.has("x") && /\s/.test(c)) continue;
    else if (flags.has("x") && c === "#")
      while (i + 1 < pattern.length && pattern[i + 1] !== "\n") i++;
    else if (c === "(" && /^\?(?![:=!]|<[=!]|<[A-Za-z_])/.test(pattern.slice(i + 1)))
      throw unsupported(`(${pattern.slice(i + 1, i + 3)} in a regular expression`);
    else if ("*+?}".includes(c) && pattern[i + 1] === "+")
      throw unsupported("a possessive quantifier in a regular expression");
    else source += c;
  }
  return source;
}

/** The literal prefix of every match, or `undefined` if unknown. */
export function literalPrefix({ pattern, options }: BSONRegExp): string | undefined {
  if (!pattern.startsWith("^") || /[imsx]/.test(options) || pattern.includes("|")) return undefined;
  let prefix = "";
  for (let i = 1; i < pattern.length; i++) {
    let c = pattern[i]!;
    if (c === "\\") {
      c = pattern[++i] ?? "";
      if (!/[^\w\s]/.test(c)) break;
    } else if (/[\^$.*+?()[\]{}|]/.test(c)) break;
    // An optional character is not part of the prefix.
    if (/[*?{]/.test(pattern[i + 1] ?? "")) break;
    prefix += c;
  }
  return prefix || undefined;
}
