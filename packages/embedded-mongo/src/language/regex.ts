/**
 * Regular expressions: the part of MongoDB's, which are PCRE2's with the option UTF, that JavaScript's engine matches in
 * the same way once a few signs are written differently. Everything else is refused by name.
 */
import { BSONRegExp } from "bson";
import { CommandError, unsupported } from "../errors";

/** The most steps that a match may take, which take a tenth of a second at worst. */
const MAX_STEPS = 50_000_000;
const MAX_REPETITIONS = 1000;
const MAX_PATTERN_LENGTH = 32_764;
const MAX_CACHED = 500;

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

const refused = (what: string) => unsupported(`a regular expression with ${what}`);

const TOKENS =
  /(?<escape>\\(?:x[\da-fA-F]{2}|[\s\S])?)|(?<set>\[\^?(?:\\[\s\S]|[^\]\\])*\])|(?<quantifier>[*+?][+?]?|\{\d+(?:,\d*)?\}[+?]?)|(?<open>\((?:\?:)?)|[\s\S]/gu;

/** The signs of a class, with what follows a backslash. */
const MEMBERS = /\\x[\da-fA-F]{2}|\\?[\s\S]/gu;

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", f: "\f" };

const codePoint = (text: string) => `\\u{${text.codePointAt(0)!.toString(16)}}`;

/** A compiled regular expression. It has no state and can be shared. */
export class Pattern {
  /** The text with which every matching text starts; empty if there is none. */
  readonly prefix: string;
  readonly #script: RegExp;
  /** The repetitions, and the ways to choose among alternatives. No repetition is within another. */
  #repetitions = 0;
  #ways = 1;
  #size = 1;
  readonly #isAnchored: boolean;

  constructor(
    pattern: string,
    readonly options: ReadonlySet<string>,
  ) {
    if (pattern.length > MAX_PATTERN_LENGTH) throw invalid("it is too long");
    let source = "";
    let last = "";
    for (const { 0: text, groups = {} } of pattern.matchAll(TOKENS)) {
      const part = groups.quantifier ? this.#quantifier(text, last) : this.#part(text, groups);
      source += part;
      this.#size += part.length;
      last = groups.quantifier ? "*" : text;
    }
    this.#isAnchored = pattern.startsWith("^") && !options.has("m") && !pattern.includes("|");
    // The signs that stand for themselves, except one that a quantifier repeats.
    const [, prefix = ""] = /^\^((?:\\[^\da-z]|[^\\[({*+?.|$^])*)(?![*+?{])/iu.exec(pattern) ?? [];
    this.prefix = this.#isAnchored && !options.has("i") ? prefix.replace(/\\(.)/gu, "$1") : "";
    try {
      this.#script = new RegExp(source, options.has("i") ? "iu" : "u");
    } catch (error) {
      throw invalid((error as Error).message);
    }
  }

  /** Whether the pattern matches anywhere in a text. @throws CommandError if that could take too long */
  test(text: string): boolean {
    // Each repetition takes up to all characters, and a search that is not anchored starts at each of them.
    const power = this.#repetitions + (this.#isAnchored ? 0 : 1);
    const isCostly = this.#repetitions > 0 || this.#ways > 1;
    if (isCostly && this.#size * this.#ways * (text.length + 1) ** power > MAX_STEPS)
      throw refused("repetitions that could take too long on this text");
    return this.#script.test(text);
  }

  #quantifier(text: string, repeated: string): string {
    if (!repeated) throw invalid("quantifier does not follow a repeatable item");
    if (/.\+$/.test(text)) throw refused("a possessive quantifier");
    if (/^([\^$()|*]|\\b)$/.test(repeated)) throw refused(`'${text}' after '${repeated}'`);
    const [least = 0, most = least] = (text.match(/\d+/g) ?? []).map(Number);
    if (most < least) throw invalid("numbers out of order in a quantifier");
    if (most > MAX_REPETITIONS) throw refused(`more than ${MAX_REPETITIONS} repetitions`);
    this.#size += least * repeated.length;
    if (text.startsWith("?")) this.#ways *= 2;
    else if (!/^\{\d+\}/.test(text)) this.#repetitions++;
    return text;
  }

  #part(text: string, { escape, set, open }: Record<string, string | undefined>): string {
    const { options } = this;
    if (escape) return this.#escape(escape);
    if (set) return this.#set(set);
    if (open) return "(?:";
    switch (text) {
      case ".":
        return options.has("s") ? "[^]" : "[^\\n]";
      // In PCRE2 only a line feed ends a line; `$` also matches before one that ends the text.
      case "^":
        return options.has("m") ? "(?:^|(?<=\\n)(?=[^]))" : "^";
      case "$":
        return options.has("m") ? "(?=\\n|$)" : "(?=\\n?$)";
      case "|":
        this.#ways *= 2;
        return text;
      case ")":
        return text;
      case "[":
        throw invalid("missing terminating ] for character class");
      case "{":
      case "}":
      case "]":
        throw refused(`an unescaped '${text}'`);
    }
    return codePoint(text);
  }

  /** Translates a backslash and what follows it, outside of a class and within. */
  #escape(text: string): string {
    const c = text.slice(1);
    if (!c) throw invalid("\\ at end of pattern");
    const known = ESCAPED[c];
    if (known) return codePoint(known);
    if (/^x./.test(c)) return codePoint(String.fromCharCode(parseInt(c.slice(1), 16)));
    if (/[dD]/.test(c)) return text;
    // JavaScript counts further characters as space, PCRE2 does not.
    if (c === "s") return "[ \\t-\\r]";
    if (c === "S") return "[^ \\t-\\r]";
    // If case is ignored, JavaScript counts the long s and the Kelvin sign as letters of words.
    if (/[wWb]/.test(c) && !this.options.has("i")) return text;
    if (/[\da-z]/i.test(c)) throw refused(`\\${c}${/[wWb]/.test(c) ? " and the option i" : ""}`);
    return codePoint(c);
  }

  #set(text: string): string {
    const [, not = "", all = ""] = /^\[(\^?)([\s\S]*)\]$/u.exec(text)!;
    const members = all.match(MEMBERS) ?? [];
    if (!members.length) throw refused("an unescaped ']' at the start of a class");
    const isClass = (i: number) => /^\\[dsw]$/i.test(members[i] ?? "");
    const parts = members.map((member, i) => {
      if (member === "[") throw refused("an unescaped '[' or a POSIX class in a class");
      if (/^\\[bS]$/.test(member)) throw refused("\\b or \\S in a class");
      if (member === "-" && i > 0 && i < members.length - 1 && (isClass(i - 1) || isClass(i + 1)))
        throw refused("a range that does not go from character to character");
      if (member === "-") return member;
      if (member === "\\s") return " \\t-\\r";
      return /^\\./su.test(member) ? this.#escape(member) : codePoint(member);
    });
    return `[${not}${parts.join("")}]`;
  }
}

const compiled = new Map<string, Pattern>();

/** Compiles a regular expression, or takes it from a cache; throws if it is invalid or not supported. */
export function toPattern(pattern: string, options = ""): Pattern {
  const key = `${options}/${pattern}`;
  let known = compiled.get(key);
  if (!known) {
    for (const option of options) {
      if (option === "x") throw refused("the option x");
      if (!"imsu".includes(option))
        throw new CommandError(51108, `invalid flag in regex options: ${option}`);
    }
    known = new Pattern(pattern, new Set(options));
    if (compiled.size >= MAX_CACHED) compiled.clear();
    compiled.set(key, known);
  }
  return known;
}

export const asPattern = (value: unknown): Pattern | undefined =>
  value instanceof BSONRegExp ? toPattern(value.pattern, value.options) : undefined;
