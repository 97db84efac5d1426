/**
 * Regular expressions: the part of MongoDB's, which are PCRE2's with the option UTF, that JavaScript's engine matches in
 * the same way once a few signs are written differently. Everything else is refused by name.
 */
import { BSONRegExp } from "bson";
import { CommandError, unsupported } from "../errors";

/** The most steps that a match may take, which take a tenth of a second at worst. */
const MAX_STEPS = 50_000_000;
/** The most repetitions that `{n}` may demand. */
const MAX_REPETITIONS = 1000;
/** MongoDB's limit on the length of a pattern. */
const MAX_PATTERN_LENGTH = 32_764;
const MAX_CACHED = 500;

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

const refused = (what: string) => unsupported(`a regular expression with ${what}`);

/** A compiled regular expression. It has no state and can be shared. */
export class Pattern {
  /** The text with which every matching text starts; empty if there is none. */
  readonly prefix: string;
  readonly #script: RegExp;
  readonly #stepsOver: (length: number) => number;

  constructor(pattern: string, options: ReadonlySet<string>) {
    const translated = new Translator(pattern, options);
    this.prefix = translated.prefix;
    this.#stepsOver = (length) => translated.stepsOver(length);
    this.#script = new RegExp(translated.source, options.has("i") ? "iu" : "u");
  }

  /** Whether the pattern matches anywhere in a text. @throws CommandError if that could take too long */
  test(text: string): boolean {
    if (this.#stepsOver(text.length) > MAX_STEPS)
      throw refused("repetitions that could take too long on this text");
    return this.#script.test(text);
  }
}

type Kind = "literal" | "set" | "assertion" | "group" | "group with choices";

/** A part of the translation. */
interface Part {
  source: string;
  kind: Kind;
  /** The character that a literal stands for. */
  text?: string;
}

const codePoint = (text: string) => `\\u{${text.codePointAt(0)!.toString(16)}}`;

const literal = (text: string): Part => ({ source: codePoint(text), kind: "literal", text });

/** Translates a pattern to JavaScript's, with the flag `u`, and finds out how many steps a match can take. */
class Translator {
  readonly source: string;
  prefix = "";
  #at = 0;
  /** The repetitions without a limit, and the ways to choose among alternatives and numbers of other repetitions. */
  #repetitions = 0;
  #ways = 1;
  #size = 1;
  readonly #isAnchored: boolean;

  constructor(
    readonly pattern: string,
    readonly options: ReadonlySet<string>,
  ) {
    if (pattern.length > MAX_PATTERN_LENGTH) throw invalid("it is too long");
    const anchored = pattern.startsWith("^") && !options.has("m");
    const { source, branches } = this.#choice(anchored && !options.has("i"));
    if (this.#at < pattern.length) throw invalid("unmatched closing parenthesis");
    this.#isAnchored = anchored && branches === 1;
    if (branches > 1) this.prefix = "";
    this.source = source;
  }

  /**
   * An upper bound of the steps on a text. Each repetition without a limit takes between none and all of the characters,
   * a search that is not anchored starts at each of them, and no repetition is within another.
   */
  stepsOver(length: number): number {
    if (!this.#repetitions && this.#ways === 1) return 0;
    const power = this.#repetitions + (this.#isAnchored ? 0 : 1);
    return this.#size * this.#ways * (length + 1) ** power;
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.pattern);
    if (found) this.#at = token.lastIndex;
    return found ?? undefined;
  }

  /** Translates alternatives, up to the end or a closing parenthesis. */
  #choice(isPrefix = false): { source: string; branches: number; isPlain: boolean } {
    let [source, branches, isPlain] = ["", 1, true];
    for (let item; this.#at < this.pattern.length && this.pattern[this.#at] !== ")";) {
      if (this.#take(/\|/y)) {
        branches++;
        source += "|";
        continue;
      }
      item = this.#item();
      source += item.source;
      isPlain &&= item.isPlain;
      isPrefix &&= item.text !== undefined || source === item.source;
      if (isPrefix) this.prefix += item.text ?? "";
    }
    this.#ways *= branches;
    return { source, branches, isPlain: isPlain && branches === 1 };
  }

  #item(): { source: string; isPlain: boolean; text?: string } {
    const part = this.#part();
    const isPlain = part.kind !== "group with choices";
    this.#size += part.source.length;
    const quantifier = this.#take(/([*+?])([?+]?)|\{(\d+)(,?)(\d*)\}([?+]?)/y);
    if (!quantifier) return { ...part, isPlain };
    const [signs, sign, after, from, comma, to, afterBraces] = quantifier;
    if ((after ?? afterBraces) === "+") throw refused("a possessive quantifier");
    if (!isPlain) throw refused("a repeated group that contains a quantifier or alternatives");
    if (part.kind === "assertion") throw refused("a repeated assertion");
    if (/[*+?{]/.test(this.pattern[this.#at] ?? "")) throw refused("a repeated quantifier");
    const least = Number(from ?? 0);
    const most = sign === "?" ? 1 : sign || (comma && !to) ? Infinity : Number(to || from);
    if (most < least) throw invalid("numbers out of order in a quantifier");
    if (Math.max(least, Number.isFinite(most) ? most : 0) > MAX_REPETITIONS)
      throw refused(`more than ${MAX_REPETITIONS} repetitions`);
    this.#size += least * part.source.length;
    if (most === Infinity) this.#repetitions++;
    else this.#ways *= most - least + 1;
    return { source: part.source + signs, isPlain: false };
  }

  #part(): Part {
    const { options } = this;
    const c = this.#take(/[\s\S]/uy)![0];
    switch (c) {
      case "\\":
        return this.#escape();
      case "[":
        return this.#class();
      case "(":
        return this.#group();
      case ".":
        return { source: options.has("s") ? "[^]" : "[^\\n]", kind: "set" };
      // In PCRE2 only a line feed ends a line; `$` also matches before one that ends the text.
      case "^":
        return { source: options.has("m") ? "(?:^|(?<=\\n)(?=[^]))" : "^", kind: "assertion" };
      case "$":
        return { source: options.has("m") ? "(?=\\n|$)" : "(?=\\n?$)", kind: "assertion" };
      case "*":
      case "+":
      case "?":
        throw invalid("quantifier does not follow a repeatable item");
      case "{":
      case "}":
      case "]":
        throw refused(`an unescaped '${c}'`);
    }
    return literal(c);
  }

  #group(): Part {
    if (this.#take(/\*/y)) throw refused("a verb such as (*UCP)");
    if (!this.#take(/\?:/y) && this.#take(/\?/y))
      throw refused("lookaround, an option, a name or another sign after '(?'");
    const { source, isPlain } = this.#choice();
    if (!this.#take(/\)/y)) throw invalid("missing closing parenthesis");
    return { source: `(?:${source})`, kind: isPlain ? "group" : "group with choices" };
  }

  /** Translates what follows a backslash, outside of a class and within. */
  #escape(): Part {
    const [c] = this.#take(/[\s\S]/uy) ?? [];
    if (c === undefined) throw invalid("\\ at end of pattern");
    if ("nrtf".includes(c)) return literal({ n: "\n", r: "\r", t: "\t", f: "\f" }[c]!);
    if ("dD".includes(c)) return { source: `\\${c}`, kind: "set" };
    // JavaScript counts further characters as space, PCRE2 does not.
    if (c === "s") return { source: "[ \\t-\\r]", kind: "set" };
    if (c === "S") return { source: "[^ \\t-\\r]", kind: "set" };
    // If case is ignored, JavaScript counts the long s and the Kelvin sign as letters of words.
    if ("wWb".includes(c) && !this.options.has("i"))
      return { source: `\\${c}`, kind: c === "b" ? "assertion" : "set" };
    const hex = c === "x" && this.#take(/[\da-f]{2}/iy);
    if (hex) return literal(String.fromCharCode(parseInt(hex[0], 16)));
    if (/[\da-z]/i.test(c)) throw refused(`\\${c}${"wWb".includes(c) ? " and the option i" : ""}`);
    return literal(c);
  }

  #class(): Part {
    let source = this.#take(/\^/y) ? "^" : "";
    if (this.#take(/\]/y)) throw refused("an unescaped ']' at the start of a class");
    while (!this.#take(/\]/y)) {
      const from = this.#member();
      source += from.source;
      if (!this.#take(/-(?!\])/y)) continue;
      const to = this.#member();
      if (from.text === undefined || to.text === undefined)
        throw refused("a range that does not go from character to character");
      if (to.text.codePointAt(0)! < from.text.codePointAt(0)!)
        throw invalid("range out of order in character class");
      source += `-${to.source}`;
    }
    return { source: `[${source}]`, kind: "set" };
  }

  #member(): Part {
    const [c] = this.#take(/[\s\S]/uy) ?? [];
    if (c === undefined) throw invalid("missing terminating ] for character class");
    if (c === "[") throw refused("an unescaped '[' or a POSIX class in a class");
    if (c !== "\\") return literal(c);
    const part = this.#escape();
    if (part.kind === "assertion" || part.source.startsWith("[^"))
      throw refused("\\b or \\S in a class");
    return part.source.startsWith("[") ? { ...part, source: part.source.slice(1, -1) } : part;
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

/** Compiles a value if it is a regular expression, otherwise `undefined`. */
export const asPattern = (value: unknown): Pattern | undefined =>
  value instanceof BSONRegExp ? toPattern(value.pattern, value.options) : undefined;
