/** The interface of update operators. */
import { isDocument } from "../../bson/types";
import type { Scope } from "../scope";

/** Computes a new value from the one at a path, which is `undefined` if missing. */
export type Modify = (value: unknown, path: string) => unknown;

/** Compiles an operator with its operand for a path. */
export type Modifier = (operand: unknown, scope: Scope, path: string) => Modify;

/** Returned by a modifier to leave the document unchanged. */
export const UNCHANGED = Symbol("leave");

/** Copies an operand, which is shared by all updated documents. */
export function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, copy(inner)]));
}
