/** Parses regular expressions as PCRE2 does with UTF and without UCP; rejects what is not supported. */
import { lookUp } from "../../bson/types";
import { CommandError, unsupported } from "../../errors";
import { CATEGORIES, CONTROLS, POSIX, SHORTHANDS } from "./characters";
import { checkReferences } from "./references";
import { complement, LINE_FEED, width, type CharacterSet, type Node, type Range } from "./syntax";

/** Creates the error for an invalid pattern. */
export const invalid = (why: string) =>
  new CommandError(51091, `Regular expression is invalid: ${why}`);

const refused = (what: string) => unsupported(`${what} in a regular expression`);

const MAX_REPEAT = 65_535;
const MAX_DEPTH = 250;

const QUOTED = /\\(?:Q([\s\S]*?)(?:\\E|$)|E|([\s\S]))/g;

/** Parses a pattern; `flags` may contain `i`, `m`, `s` and `x`. */
export function parse(pattern: string, flags: ReadonlySet<string>): Node {
  if (pattern.includes("\0")) throw invalid("it may not contain a null byte");
  const plain = pattern.replace(QUOTED, (all, quoted?: string, escaped?: string) =>
    escaped ? all : (quoted ?? "").replace(/[^0-9A-Za-z]/gu, "\\$&"),
  );
  const tree = new Parser(plain, flags).read();
  checkReferences(tree, () => refused("a reference to a group that may be unset"));
  return tree;
}

const set = (ranges: readonly Range[], folds: CharacterSet["folds"] = "all"): CharacterSet => ({
  type: "set",
  negated: false,
  ranges,
  categories: [],
  folds,
});

/** The set of a literal character, or of a range of literal characters in a class. */
function literal(from: number, to = from): CharacterSet {
  const few = to - from < 128;
  const cased = !few || Array.from({ length: to - from + 1 }, (_, i) => from + i).some(hasCase);
  return set([[from, to]], cased ? "all" : "none");
}

function hasCase(code: number): boolean {
  const c = String.fromCodePoint(code);
  return c.toLowerCase() !== c || c.toUpperCase() !== c || /\p{L}/u.test(c);
}

class Parser {
  readonly #pattern: string;
  readonly #flags: ReadonlySet<string>;
  readonly #names = new Map<string, number>();
  #at = 0;
  #captures = 0;
  #depth = 0;

  constructor(pattern: string, flags: ReadonlySet<string>) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  read(): Node {
    const tree = this.#choice();
    if (this.#at < this.#pattern.length) throw invalid("unmatched closing parenthesis");
    return tree;
  }

  /** Consumes what a sticky expression matches at the current position, if it matches. */
  #take(expected: RegExp): RegExpExecArray | undefined {
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#pattern);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  #choice(): Node {
    if (++this.#depth > MAX_DEPTH) throw invalid("parentheses are too deeply nested");
    const options = [this.#sequence()];
    while (this.#take(/\|/y)) options.push(this.#sequence());
    this.#depth--;
    return options.length === 1 ? options[0]! : { type: "choice", options };
  }

  #sequence(): Node {
    const items: Node[] = [];
    for (;;) {
      this.#skipIgnored();
      if (this.#at >= this.#pattern.length || /[|)]/.test(this.#pattern[this.#at]!)) break;
      items.push(this.#repeated(this.#item()));
    }
    return items.length === 1 ? items[0]! : { type: "sequence", items };
  }

  /** Skips comments, and with the option `x` white space. */
  #skipIgnored() {
    const comment = /\(\?#[^)]*(\)?)/y;
    const blank = /(?:[\t-\r ]|#[^\n]*)+/y;
    for (let more = true; more;) {
      const skipped = this.#take(comment);
      if (skipped && !skipped[1]) throw invalid("missing ) after (?# comment");
      more = Boolean(skipped) || (this.#flags.has("x") && Boolean(this.#take(blank)));
    }
  }

  #repeated(body: Node): Node {
    this.#skipIgnored();
    const found = this.#take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})([?+]?)/y);
    if (!found) return body;
    const [, sign, from, comma, to, mode] = found;
    if (mode === "+") throw refused("a possessive quantifier");
    if (body.type === "assertion") throw invalid("quantifier does not follow a repeatable item");
    if (body.type === "look") throw refused("a repeated assertion");
    const min = sign ? Number(sign === "+") : Number(from);
    const max = sign ? (sign === "?" ? 1 : Infinity) : comma ? Number(to || Infinity) : min;
    if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Infinity))
      throw invalid("number too big in {} quantifier");
    if (max < min) throw invalid("numbers out of order in {} quantifier");
    return { type: "repeat", body, min, max, lazy: mode === "?" };
  }

  #item(): Node {
    if (this.#take(/[*+?]|\{\d+(?:,\d*)?\}/y))
      throw invalid("quantifier does not follow a repeatable item");
    const c = this.#take(/[\s\S]/uy)![0];
    switch (c) {
      case "\\":
        return this.#escape();
      case "[":
        return this.#class();
      case "(":
        return this.#group();
      case ".":
        return this.#flags.has("s")
          ? set(complement([]))
          : set(complement([[LINE_FEED, LINE_FEED]]));
      case "^":
        return { type: "assertion", is: this.#flags.has("m") ? "lineStart" : "textStart" };
      case "$":
        return { type: "assertion", is: this.#flags.has("m") ? "lineEnd" : "lastEnd" };
    }
    return literal(c.codePointAt(0)!);
  }

  #group(): Node {
    if (this.#take(/\*/y)) throw refused("(*");
    const look = this.#take(/\?(<?)([=!])/y);
    if (look) return this.#look(look[1] === "<", look[2] === "!");
    if (this.#take(/\?:/y)) return { type: "group", body: this.#body() };
    const named = this.#take(/\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y);
    if (!named && this.#pattern[this.#at] === "?")
      throw refused(`(${this.#pattern.slice(this.#at, this.#at + 2)}`);
    const capture = ++this.#captures;
    const name = named && (named[1] ?? named[2]!);
    if (name !== undefined) {
      if (this.#names.has(name)) throw invalid("two named subpatterns have the same name");
      this.#names.set(name, capture);
    }
    return { type: "group", body: this.#body(), capture };
  }

  #look(behind: boolean, negated: boolean): Node {
    const body = this.#body();
    const options = body.type === "choice" ? body.options : [body];
    if (behind && options.some((option) => width(option) === undefined))
      throw invalid("lookbehind assertion is not fixed length");
    return { type: "look", body, behind, negated };
  }

  #body(): Node {
    const body = this.#choice();
    if (!this.#take(/\)/y)) throw invalid("missing closing parenthesis");
    return body;
  }

  #escape(): Node {
    const reference = this.#reference();
    if (reference) return reference;
    const part = this.#escapedSet();
    if (part) return part;
    const c = this.#pattern[this.#at];
    const assertion = {
      b: "boundary",
      B: "noBoundary",
      A: "textStart",
      z: "textEnd",
      Z: "lastEnd",
    } as const;
    if (c !== undefined && c in assertion) {
      this.#at++;
      return { type: "assertion", is: assertion[c as keyof typeof assertion] };
    }
    if (this.#take(/N(?!\{(?!\d+(?:,\d*)?\}))/y)) return set(complement([[LINE_FEED, LINE_FEED]]));
    return literal(this.#escapedCharacter());
  }

  #reference(): Node | undefined {
    const found = this.#take(/([1-9]\d*)|g(\d+)|g\{(-?\d+)\}|(?:[kg]\{|k<|k')([A-Za-z_]\w*)[}>']/y);
    if (!found) return undefined;
    const [, plain, short, braced, name] = found;
    const number = Number(plain ?? short ?? braced);
    const capture = name
      ? this.#names.get(name)
      : number < 0
        ? this.#captures + 1 + number
        : number;
    if (!capture || capture < 0 || capture > this.#captures)
      throw refused("a reference to a group that does not come before it, or an octal number");
    return { type: "reference", capture };
  }

  /** Parses an escape for a set, such as `\d` or `\p{L}`, within or outside a class. */
  #escapedSet(): CharacterSet | undefined {
    const short = this.#take(/[dDsSwWhHvV]/y);
    if (short) return set(SHORTHANDS[short[0]]!, "none");
    const found = this.#take(/([pP])(?:([A-Z])|\{(\^?)([^}]*)\})/y);
    if (!found) return undefined;
    const [, letter, single, not, given] = found;
    const name = (single ?? given!).replace(/[\s_-]/g, "");
    if (!CATEGORIES.has(name) && name !== "Any") throw refused(`\\p{${name}}`);
    const negated = (letter === "P") !== (not === "^");
    if (name === "Any") return set(negated ? [] : complement([]), "none");
    return { ...set([], "none"), categories: [{ name, negated }] };
  }

  #escapedCharacter(): number {
    const coded = this.#take(
      /x\{([\dA-Fa-f]+)\}|x(?!\{)([\dA-Fa-f]{0,2})|o\{([0-7]+)\}|(0[0-7]{0,2})/y,
    );
    if (coded) {
      const [, braced, hex, octal, zero] = coded;
      const digits = octal ?? zero;
      const code = digits ? parseInt(digits, 8) : parseInt(braced ?? hex! ?? "", 16) || 0;
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        throw invalid("character code point value is too large or a surrogate");
      return code;
    }
    const control = this.#take(/c([\x20-\x7e])/y);
    if (control) return control[1]!.toUpperCase().charCodeAt(0) ^ 0x40;
    const c = this.#take(/[\s\S]/uy)?.[0];
    if (c === undefined) throw invalid("\\ at end of pattern");
    if (c in CONTROLS) return CONTROLS[c]!;
    if (/[GKXCRNkgpPbB]/.test(c)) throw refused(`\\${c}`);
    if (/[0-9A-Za-z]/.test(c)) throw invalid("unrecognized character follows \\");
    return c.codePointAt(0)!;
  }

  /** Parses a character class after its `[`; a `]` at its start is a literal. */
  #class(): CharacterSet {
    const negated = Boolean(this.#take(/\^/y));
    const parts: CharacterSet[] = [];
    for (let first = true; first || !this.#take(/\]/y); first = false) {
      if (this.#at >= this.#pattern.length)
        throw invalid("missing terminating ] for character class");
      parts.push(this.#classPart());
    }
    const folding = new Set(parts.map((part) => part.folds));
    return {
      type: "set",
      negated,
      ranges: parts.flatMap((part) => part.ranges),
      categories: parts.flatMap((part) => part.categories),
      folds: folding.size > 1 ? "some" : parts[0]!.folds,
    };
  }

  #classPart(): CharacterSet {
    const posix = this.#take(/\[:(\^?)(\w+):\]/y);
    if (posix) return this.#posix(posix[2]!, posix[1] === "^");
    if (this.#take(/\[([.=])[^\]]*\1\]/y)) throw refused("a POSIX collating element");
    const from = this.#classAtom();
    if (typeof from !== "number") return from;
    if (!this.#take(/-(?!\])/y)) return literal(from);
    const to = this.#classAtom();
    if (typeof to !== "number") throw invalid("invalid range in character class");
    if (to < from) throw invalid("range out of order in character class");
    return literal(from, to);
  }

  #classAtom(): CharacterSet | number {
    if (!this.#take(/\\/y)) {
      const c = this.#take(/[\s\S]/uy)?.[0];
      if (c === undefined) throw invalid("missing terminating ] for character class");
      return c.codePointAt(0)!;
    }
    if (this.#take(/b/y)) return 8;
    if (/[1-9]/.test(this.#pattern[this.#at] ?? "")) throw refused("an octal number without \\0");
    return this.#escapedSet() ?? this.#escapedCharacter();
  }

  /** Returns the set of a POSIX class; with the option `i`, `upper` and `lower` contain all letters. */
  #posix(name: string, negated: boolean): CharacterSet {
    const either = this.#flags.has("i") && (name === "upper" || name === "lower");
    const ranges = lookUp(POSIX, either ? "alpha" : name);
    if (!ranges) throw invalid("unknown POSIX class name");
    return set(negated ? complement(ranges) : ranges, "none");
  }
}
