/** The matching rules of the unified test format: https://github.com/mongodb/specifications */
import { isDeepStrictEqual } from "node:util";

const NUMBERS = new Set(["Int32", "Double", "Long", "Decimal128"]);

const isNumber = (value) =>
  typeof value === "number" || typeof value === "bigint" || NUMBERS.has(value?._bsontype);

/** Converts numbers of all types to JavaScript numbers, and maps to objects. */
function plain(value) {
  if (isNumber(value)) return Number(value.toString());
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, plain(inner)]));
}

const isObject = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !value._bsontype;

const TYPES = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  number: isNumber,
  int: (value) => isNumber(value) && Number.isInteger(plain(value)),
  long: (value) => isNumber(value) && Number.isInteger(plain(value)),
  double: isNumber,
  bool: (value) => typeof value === "boolean",
  date: (value) => value instanceof Date,
  objectId: (value) => value?._bsontype === "ObjectId",
  null: (value) => value === null,
};

/** Throws unless a result matches the expected one. A root document may have additional fields. */
export function expectMatch(wanted, actual, { root, where }) {
  const fail = () => {
    throw new Error(
      `${where}: wanted ${JSON.stringify(plain(wanted))}, got ${JSON.stringify(plain(actual))}`,
    );
  };
  if (isObject(wanted)) {
    const operator = Object.keys(wanted).length === 1 ? Object.keys(wanted)[0] : "";
    if (operator.startsWith("$$"))
      return expectSpecial(operator, wanted[operator], actual, { root, where, fail });
    const fields = actual instanceof Map ? Object.fromEntries(actual) : actual;
    if (!isObject(fields)) fail();
    for (const [field, inner] of Object.entries(wanted))
      expectMatch(inner, fields[field], { root: false, where: `${where}.${field}` });
    if (!root && Object.keys(fields).some((field) => !(field in wanted))) fail();
    return;
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(actual) || actual.length !== wanted.length) fail();
    wanted.forEach((item, i) =>
      expectMatch(item, actual[i], { root: root && isObject(item), where: `${where}[${i}]` }),
    );
    return;
  }
  if (!isDeepStrictEqual(plain(wanted), plain(actual))) fail();
}

function expectSpecial(operator, operand, actual, { root, where, fail }) {
  switch (operator) {
    case "$$exists":
      if ((actual !== undefined) !== operand) fail();
      return;
    case "$$unsetOrMatches":
      if (actual !== undefined && actual !== null) expectMatch(operand, actual, { root, where });
      return;
    case "$$type":
      if (![operand].flat().some((type) => TYPES[type]?.(actual))) fail();
      return;
    case "$$lte":
      if (!(plain(actual) <= plain(operand))) fail();
      return;
    // Entities and sessions belong to the driver, so they are not compared.
    case "$$matchesEntity":
    case "$$sessionLsid":
      return;
  }
  throw new Error(`${where}: ${operator} is not known to this program`);
}
