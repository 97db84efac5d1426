import { describeRetryAfter } from "~/domain/retry-after";

/**
 * What a service refuses, and why. Services know nothing of HTTP: a page turns a refusal into its form
 * with a message or into a toast, a call into a status and JSON.
 */
export type ServiceErrorKind =
  "invalid" | "unauthenticated" | "forbidden" | "notFound" | "conflict" | "limited" | "unavailable";

interface ServiceErrorDetails {
  fieldErrors?: Record<string, string[]>;
  /** Of what is already there. */
  id?: string;
  retryAfterSeconds?: number;
}

/** What a service throws that refuses; its message is for whoever asked. */
export class ServiceError extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly kind: ServiceErrorKind,
    message: string,
    readonly details: ServiceErrorDetails = {},
  ) {
    super(message);
  }
}

/** @returns the refusal of what only somebody who is signed in may do */
export const unauthenticatedError = (message = "Authentication required") =>
  new ServiceError("unauthenticated", message);

/** @returns the refusal of what cannot be done while the database is away, with why */
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

/** @param what is not there, such as `Article` */
export const notFoundError = (what: string) => new ServiceError("notFound", `${what} not found`);

/** @param retryAfterSeconds whole seconds until it may be tried again */
export const rateLimitError = (retryAfterSeconds: number) =>
  new ServiceError("limited", `Too many requests. ${describeRetryAfter(retryAfterSeconds)}`, {
    retryAfterSeconds,
  });
