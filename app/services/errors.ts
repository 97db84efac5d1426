import type { Engine } from "~/domain/engines";
import { describeRetryAfter } from "~/domain/retry-after";

/**
 * Why a service rejected a request. Services know nothing of HTTP: pages turn these errors into form
 * messages or toasts, the API into a status and JSON. Doc comments do not repeat that a function refuses a missing
 * viewer (`unauthenticated`), enforces a rate limit (`limited`), or waits for a password to be hashed (`unavailable`).
 */
export type ServiceErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "gone"
  | "conflict"
  | "preconditionFailed"
  | "limited"
  | "unavailable";

interface ServiceErrorDetails {
  fieldErrors?: Record<string, string[]>;
  /** The id of the existing resource, for `conflict`. */
  id?: string;
  retryAfterSeconds?: number;
  /** Whether the same request would succeed with a code of the second factor. */
  codeRequired?: true;
}

/** An expected failure; the message is shown to the user. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly kind: ServiceErrorKind,
    message: string,
    readonly details: ServiceErrorDetails = {},
  ) {
    super(message);
  }
}

/** @returns the error for a text that cannot be shown, with the message beside its field */
export const unreadableTextError = (message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { text: [message] } });

export const unauthenticatedError = (message = "Authentication required") =>
  new ServiceError("unauthenticated", message);

/** @returns the error for a sign-in with the right password and a missing or wrong code */
export const codeRequiredError = (message: string) =>
  new ServiceError("unauthenticated", message, { codeRequired: true });

/** @returns the error for an action that is impossible while the database is unavailable */
export const unavailableError = (cause: unknown) =>
  Object.assign(
    new ServiceError(
      "unavailable",
      "This is not available just now. Please try again in a few minutes.",
      {
        retryAfterSeconds: 10,
      },
    ),
    { cause },
  );

/** @param what names the missing resource, such as `Article` */
export const notFoundError = (what: string) => new ServiceError("notFound", `${what} not found`);

/** @param retryAfterSeconds whole seconds until the next attempt is allowed */
export const rateLimitError = (retryAfterSeconds: number) =>
  new ServiceError("limited", `Too many requests. ${describeRetryAfter(retryAfterSeconds)}`, {
    retryAfterSeconds,
  });

/** @returns the error of a failed generation, with the message that the specification requires */
export function failedToGenerate(kind: Engine, cause?: unknown): ServiceError {
  const error = new ServiceError("unavailable", `Failed to generate ${kind} recommendation`);
  return Object.assign(error, cause === undefined ? {} : { cause });
}
