/** What a filter, update or expression may refer to beyond the document before it. */
import type { Collation } from "./collation";

/** What all of a command shares. */
export interface Scope {
  readonly collation?: Collation;
  /** The values of `let`, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The value of `$$NOW`: the same for all of a command. */
  readonly now: Date;
}

/** A scope with nothing in it but the time. */
export const plainScope = (): Scope => ({ variables: {}, now: new Date() });
