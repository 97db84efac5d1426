/** Collations: language-specific string comparison with `Intl.Collator`. */
import type { Document } from "bson";
import type { StringOrder } from "../bson/compare";
import { isDocument, lookUp, formatValue } from "../bson/types";
import { identity } from "../bson/keys";
import { toDouble, isNumber } from "../bson/numbers";
import { badValue, CommandError, typeMismatch, unsupported } from "../errors";

/** A string order that can also identify equal strings. */
export interface Collation extends StringOrder {
  /** Like `identity`, but the same for values that are equal under the collation. */
  identity(value: unknown): string;
}

const FIELDS: Record<string, string> = {
  locale: "string",
  strength: "number",
  caseLevel: "boolean",
  numericOrdering: "boolean",
  caseFirst: "string",
  alternate: "string",
  maxVariable: "string",
  normalization: "boolean",
  backwards: "boolean",
};

/** The supported values of collation options; MongoDB supports others as well. */
const SUPPORTED_VALUES: Record<string, unknown> = {
  caseFirst: "off",
  alternate: "non-ignorable",
  backwards: false,
};

const SENSITIVITY = {
  "1": "base",
  "1 case": "case",
  "2": "accent",
  "3": "variant",
} as const;

const collators = new Map<string, Intl.Collator>();

/** Returns a command's collation, or `undefined` for simple (byte-wise) comparison. */
export function collationOf(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDocument(spec)) throw typeMismatch("collation must be a document");
  if (!Object.keys(spec).length) return undefined;
  check(spec);
  if (spec.locale === "simple") {
    if (Object.keys(spec).length > 1)
      throw badValue("the simple collation takes no further fields");
    return undefined;
  }
  const key = identity(spec);
  let collator = collators.get(key);
  if (!collator) collators.set(key, (collator = build(spec)));
  const representatives = new Representatives(collator.compare);
  return {
    compare: collator.compare,
    identity: (value) => identity(mapStrings(value, (text) => representatives.of(text))),
  };
}

function check(spec: Document): void {
  for (const [field, value] of Object.entries(spec)) {
    const type = lookUp(FIELDS, field);
    if (!type)
      throw new CommandError(40415, `BSON field 'collation.${field}' is an unknown field.`);
    if (type === "number" ? !isNumber(value) : typeof value !== type)
      throw typeMismatch(`collation.${field} must be a ${type}`);
    if (field in SUPPORTED_VALUES && value !== SUPPORTED_VALUES[field])
      throw unsupported(`collation with ${field}: ${formatValue(value)}`);
  }
  if (typeof spec.locale !== "string")
    throw new CommandError(40414, "BSON field 'collation.locale' is missing but a required field");
}

function build(spec: Document): Intl.Collator {
  const strength = spec.strength === undefined ? 3 : toDouble(spec.strength);
  if (![1, 2, 3, 4, 5].includes(strength))
    throw badValue(`collation.strength must be 1 to 5, not ${strength}`);
  if (strength > 3 || (strength === 2 && spec.caseLevel))
    throw unsupported(
      strength > 3 ? `collation with strength ${strength}` : "caseLevel with strength 2",
    );
  const sensitivity =
    SENSITIVITY[strength === 1 && spec.caseLevel ? "1 case" : (`${strength}` as "1" | "2" | "3")];
  return new Intl.Collator(locale(spec.locale), {
    sensitivity,
    numeric: spec.numericOrdering === true,
    usage: "sort",
    ignorePunctuation: false,
  });
}

function locale(name: string): string {
  const tag = name.replaceAll("_", "-").replace(/@.*$/, "");
  try {
    if (!name.includes("@") && Intl.Collator.supportedLocalesOf([tag]).length) return tag;
  } catch {
    // Not a valid language tag: handled like an unknown one.
  }
  throw badValue(`Field 'locale' is invalid in: { locale: ${JSON.stringify(name)} }`);
}

/** Maps each string to the first string seen that is equal to it under the collation. */
class Representatives {
  readonly #sorted: string[] = [];

  constructor(readonly compare: (a: string, b: string) => number) {}

  of(text: string): string {
    let low = 0;
    for (let high = this.#sorted.length; low < high;) {
      const middle = (low + high) >> 1;
      const order = this.compare(this.#sorted[middle]!, text);
      if (order === 0) return this.#sorted[middle]!;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    this.#sorted.splice(low, 0, text);
    return text;
  }
}

/** Replaces every string within a value. */
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (isDocument(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, mapStrings(inner, map)]),
    );
  return value;
}
