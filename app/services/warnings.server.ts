/**
 * Failures during a request that still succeeds: they are reported to the operator, not to the visitor. Services
 * have no logger, so the server process listens here and logs them.
 */

export interface Warning {
  /** For the log. */
  message: string;
  error: unknown;
}

const listeners = new Set<(warning: Warning) => void>();

/** @returns a handler for `catch` that reports the error with a message for the log */
export const reportWarning =
  (message: string) =>
  (error: unknown): void => {
    for (const listener of listeners) listener({ message, error });
  };

/** Calls `listener` with every warning of this process. @returns a function that unsubscribes */
export function onWarning(listener: (warning: Warning) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
