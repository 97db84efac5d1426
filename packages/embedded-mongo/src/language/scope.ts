/** The context of filters, updates and expressions. */

/** Shared by all parts of a command. */
export interface Scope {
  /** The value of `$$NOW`, constant within a command. */
  readonly now: Date;
}

/** The scope of a command that starts now. */
export const plainScope = (): Scope => ({ now: new Date() });
