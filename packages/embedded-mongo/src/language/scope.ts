/** The context of filters, updates and expressions. */
/** Shared by all parts of a command. */
export interface Scope {
  /** The variables of `let`, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The value of `$$NOW`, constant within a command. */
  readonly now: Date;
}

/** A scope without variables. */
export const plainScope = (): Scope => ({ variables: {}, now: new Date() });
