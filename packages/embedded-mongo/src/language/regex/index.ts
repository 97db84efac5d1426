/**
 * MongoDB's regular expressions, with the semantics of PCRE2. JavaScript's engine runs a pattern if the upper bound
 * of its steps is low. Otherwise RE2 runs it, in time that is linear in the length of the text.
 */
import { BSONRegExp } from "bson";
import { RE2JS } from "re2js";
import { CommandError, unsupported } from "../../errors";
import { stepsOver } from "./cost";
import { invalid, parse } from "./parse";
import { needsRe2, ONLY_BY_RE2, printForJavaScript, printForRe2 } from "./print";
import { canBeEmpty, type Node } from "./syntax";

/** JavaScript's engine is used up to this many steps, which take a few milliseconds at most. */
const FEW_STEPS = 500_000;
/** JavaScript's engine is used up to this many steps if RE2 cannot express the pattern. */
const MANY_STEPS = 10_000_000;
/** RE2 is used up to this many steps: the length of the text times the size of its program. */
const RE2_STEPS = 200_000_000;

const tooCostly = () =>
  unsupported(
    "a regular expression whose repetitions could take exponential time on this text, with what a linear engine lacks",
  );

/** A compiled regular expression. It has no state and can be shared. */
export class Pattern {
  readonly #tree: Node;
  readonly #canBeEmpty: boolean;
  readonly #ignoresCase: boolean;
  /** The pattern for JavaScript's engine, unless it cannot express it. */
  readonly #script: RegExp | undefined;
  readonly #needsRe2: boolean;
  /** The programs for RE2, by whether the text ends with a line feed; `undefined` if it cannot express the pattern. */
  readonly #linear = new Map<boolean, RE2JS | undefined>();
  /** The upper bounds of the steps by the logarithm of the text's length. */
  readonly #steps = new Map<number, number>();

  constructor(source: string, flags: ReadonlySet<string>) {
    this.#tree = parse(source, flags);
    this.#canBeEmpty = canBeEmpty(this.#tree);
    this.#ignoresCase = flags.has("i");
    this.#script = this.#compileScript();
    this.#needsRe2 = this.#ignoresCase && needsRe2(this.#tree);
    if (!this.#script && !this.#linearFor(""))
      throw unsupported(`the regular expression ${source}`);
  }

  /** Whether the pattern matches anywhere in a text. @throws CommandError if that could take too long */
  test(text: string): boolean {
    const script = this.#scriptFor(text, FEW_STEPS);
    if (script) return this.#testByScript(script, text);
    const linear = this.#linearFor(text);
    if (linear) return linear.test(text);
    return this.#testByScript(this.#scriptFor(text, MANY_STEPS) ?? fail(), text);
  }

  #testByScript(script: RegExp, text: string): boolean {
    if (!this.#canBeEmpty) return script.test(text);
    // V8 also finds empty matches between the two surrogates of a character above U+FFFF.
    for (let found = script.exec(text); found; found = script.exec(text)) {
      if (!isWithinCharacter(text, found.index)) return true;
      script.lastIndex = found.index + 1;
    }
    return false;
  }

  #compileScript(): RegExp | undefined {
    const source = printForJavaScript(this.#tree, this.#ignoresCase);
    try {
      return source === undefined
        ? undefined
        : new RegExp(source, this.#ignoresCase ? "giu" : "gu");
    } catch (error) {
      throw invalid((error as Error).message);
    }
  }

  /** The pattern for JavaScript's engine, if that is certain to finish on this text within `limit` steps. */
  #scriptFor(text: string, limit: number): RegExp | undefined {
    const script = this.#script;
    if (!script || (this.#needsRe2 && ONLY_BY_RE2.test(text))) return undefined;
    if (this.#stepsOver(text.length) > limit) return undefined;
    script.lastIndex = 0;
    return script;
  }

  /** An upper bound of the steps on texts whose length is below the next power of two. */
  #stepsOver(length: number): number {
    const power = 32 - Math.clz32(length);
    let steps = this.#steps.get(power);
    if (steps === undefined) this.#steps.set(power, (steps = stepsOver(this.#tree, 2 ** power)));
    return steps;
  }

  #linearFor(text: string): RE2JS | undefined {
    const endsWithLineFeed = text.endsWith("\n");
    if (!this.#linear.has(endsWithLineFeed))
      this.#linear.set(endsWithLineFeed, this.#compileRe2(endsWithLineFeed));
    const program = this.#linear.get(endsWithLineFeed);
    return program && program.programSize() * text.length <= RE2_STEPS ? program : undefined;
  }

  #compileRe2(endsWithLineFeed: boolean): RE2JS | undefined {
    const source = printForRe2(this.#tree, { endsWithLineFeed, ignoresCase: this.#ignoresCase });
    try {
      return source === undefined
        ? undefined
        : RE2JS.compile(source, this.#ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
    } catch {
      // RE2 limits repetitions and the size of its program.
      return undefined;
    }
  }
}

function fail(): never {
  throw tooCostly();
}

const isWithinCharacter = (text: string, at: number) =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;

const compiled = new Map<string, Pattern>();
const MAX_CACHED = 500;

/** Compiles a regular expression, or takes it from a cache; throws if it is invalid or not supported. */
export function toPattern(pattern: string, options = ""): Pattern {
  const key = `${options}/${pattern}`;
  let known = compiled.get(key);
  if (!known) {
    known = compile(pattern, options);
    if (compiled.size >= MAX_CACHED) compiled.clear();
    compiled.set(key, known);
  }
  return known;
}

/** Compiles a value if it is a regular expression, otherwise `undefined`. */
export const asPattern = (value: unknown): Pattern | undefined =>
  value instanceof BSONRegExp ? toPattern(value.pattern, value.options) : undefined;

function compile(pattern: string, options: string): Pattern {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set([...options, ...(inline?.[1] ?? "")]);
  for (const flag of flags)
    if (!"imsxu".includes(flag))
      throw new CommandError(51108, `invalid flag in regex options: ${flag}`);
  return new Pattern(inline ? pattern.slice(inline[0].length) : pattern, flags);
}

export { literalPrefix } from "./prefix";
