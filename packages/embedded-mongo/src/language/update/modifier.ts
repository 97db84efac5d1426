/** What an update operator is. */
import { isDocument } from "../../bson/types";
import type { Scope } from "../scope";

/** What an operator makes of the value at a path, `undefined` if there is none. */
export type Modify = (value: unknown, path: string) => unknown;

/** An operator, given its operand for a path. */
export type Modifier = (operand: unknown, scope: Scope, path: string) => Modify;

/** What a modifier answers to leave all as it is. */
export const LEAVE = Symbol("leave");

/** Operands are shared by all documents an update touches; what is stored in one must be its own. */
export function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, copy(inner)]));
}
