/** Aggregation expressions, compiled to functions of a document. */
import { Code, CommandError, unsupported } from "../../errors";
import { isDocument, lookUp, ownField, putField } from "../../bson/types";
import { ARITHMETIC } from "./arithmetic";
import { ARRAYS } from "./arrays";
import { DATES } from "./dates";
import { LOGIC } from "./logic";
import type { Compiler, Environment, Evaluate, Operator } from "./operator";
import type { Scope } from "../scope";

/** All operators by name. */
const OPERATORS: Record<string, Operator> = { ...ARITHMETIC, ...ARRAYS, ...DATES, ...LOGIC };

/** MongoDB operators that are unsupported here. */
const UNSUPPORTED = new Set(
  `$accumulator $acos $acosh $allElementsTrue $anyElementTrue $arrayToObject $asin $asinh $atan $atan2 $atanh
  $binarySize $bitAnd $bitNot $bitOr $bitXor $bsonSize $concat $const $convert $cos $cosh $createObjectId $dateAdd
  $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dayOfMonth $dayOfWeek $dayOfYear
  $degreesToRadians $encStrContains $exp $firstN $function $getField $hour $indexOfArray $indexOfBytes $indexOfCP
  $isNumber $isoDayOfWeek $isoWeek $isoWeekYear $lastN $let $ln $log $ltrim $maxN $median $meta $millisecond $minN
  $minute $mod $month $objectToArray $percentile $pow $radiansToDegrees $rand $range $reduce $regexFind $regexFindAll
  $regexMatch $replaceAll $replaceOne $reverseArray $round $rtrim $sampleRate $second $setDifference $setEquals
  $setField $setIntersection $setIsSubset $setUnion $setWindowFields $sigmoid $sin $sinh $sortArray $split $sqrt
  $stdDevPop $stdDevSamp $strLenBytes $strLenCP $strcasecmp $substr $substrBytes $substrCP $tan $tanh $toBool $toDate
  $toDecimal $toDouble $toHashedIndexKey $toInt $toLower $toObjectId $toString $toUpper $trim $trunc $tsIncrement
  $tsSecond $type $unsetField $week $year $zip`.split(/\s+/),
);

/** Unsupported system variables; ROOT, CURRENT, NOW and REMOVE are supported. */
const UNSUPPORTED_VARIABLES = [
  "CLUSTER_TIME",
  "DESCEND",
  "PRUNE",
  "KEEP",
  "USER_ROLES",
  "SEARCH_META",
];

/** Compiles an expression; `variables` are those that enclosing expressions bind. */
export function compileExpression(
  expression: unknown,
  scope: Scope,
  variables: readonly string[] = [],
): Evaluate {
  const compiler: Compiler = {
    scope,
    compile: (inner, further) =>
      compileExpression(inner, scope, further ? [...variables, ...further] : variables),
  };
  if (typeof expression === "string" && expression.startsWith("$"))
    return reference(expression, scope, variables);
  if (Array.isArray(expression)) return list(expression.map((item) => compiler.compile(item)));
  if (!isDocument(expression)) return () => expression;
  return document(expression, compiler);
}

/** The environment of an expression that no other encloses. */
export const environment = (root: unknown): Environment => ({ root, variables: {} });

const list =
  (items: Evaluate[]): Evaluate =>
  (environment) =>
    items.map((item) => item(environment) ?? null);

function document(expression: object, compiler: Compiler): Evaluate {
  const fields = Object.entries(expression);
  const name = fields[0]?.[0];
  if (name?.startsWith("$")) {
    if (fields.length > 1)
      throw new CommandError(
        15983,
        `an object representing an expression must have exactly one field: ${fields.map(([field]) => field).join(", ")}`,
      );
    return operatorNamed(name)(fields[0]![1], compiler, name);
  }
  const compiled = fields.map(([field, inner]) => {
    if (field.startsWith("$"))
      throw new CommandError(16406, `field names may not start with '$': ${field}`);
    if (field.includes("."))
      throw new CommandError(16405, `FieldPath field names may not contain '.': ${field}`);
    return [field, compiler.compile(inner)] as const;
  });
  return (environment) => {
    const made = {};
    for (const [field, evaluate] of compiled) {
      const value = evaluate(environment);
      if (value !== undefined) putField(made, field, value);
    }
    return made;
  };
}

function operatorNamed(name: string): Operator {
  const operator = lookUp(OPERATORS, name);
  if (operator) return operator;
  if (UNSUPPORTED.has(name)) throw unsupported(`the expression ${name}`);
  throw new CommandError(Code.InvalidPipelineOperator, `Unrecognized expression '${name}'`);
}

function reference(text: string, scope: Scope, variables: readonly string[]): Evaluate {
  const current: Evaluate = variables.includes("CURRENT")
    ? (environment) => ownField(environment.variables, "CURRENT")
    : ({ root }) => root;
  if (!text.startsWith("$$")) return along(fieldPath(text.slice(1)), current);
  const [name = "", ...parts] = fieldPath(text.slice(2));
  if (name === "NOW") return along(parts, () => scope.now);
  if (name === "REMOVE") return () => undefined;
  if (name === "ROOT") return along(parts, ({ root }) => root);
  if (name === "CURRENT") return along(parts, current);
  if (variables.includes(name))
    return along(parts, (environment) => ownField(environment.variables, name));
  if (UNSUPPORTED_VARIABLES.includes(name)) throw unsupported(`$$${name}`);
  throw new CommandError(17276, `Use of undefined variable: ${name}`);
}

/** Splits and validates a field path of an expression, in which numbers are field names, not array indexes. */
export function fieldPath(path: string): string[] {
  const parts = path.split(".");
  if (!path) throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  for (const part of parts) {
    if (!part) throw new CommandError(15998, "FieldPath field names may not be empty strings.");
    if (part.startsWith("$"))
      throw new CommandError(16410, `FieldPath field names may not start with '$': ${part}`);
  }
  return parts;
}

function along(parts: readonly string[], start: Evaluate): Evaluate {
  if (!parts.length) return start;
  return (environment) => follow(start(environment), parts, 0);
}

/** Resolves a path; across an array, collects the values from each document in it. */
function follow(value: unknown, parts: readonly string[], depth: number): unknown {
  if (depth === parts.length) return value;
  if (isDocument(value)) return follow(ownField(value, parts[depth]!), parts, depth + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    const found = isDocument(item) ? follow(item, parts, depth) : undefined;
    return found === undefined ? [] : [found];
  });
}
