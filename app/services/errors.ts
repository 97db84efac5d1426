import { tryAgainIn } from "~/domain/retry-after";

/**
 * What a service refuses, and why. Services know nothing of HTTP: a page turns a refusal into its form
 * with a message or into a toast, a call into a status and JSON.
 */
export type RefusalKind =
  "invalid" | "unauthenticated" | "forbidden" | "notFound" | "conflict" | "limited" | "unavailable";

interface RefusalDetails {
  fieldErrors?: Record<string, string[]>;
  /** Of what is already there. */
  id?: string;
  retryAfterSeconds?: number;
}

/** What a service throws that refuses; its message is for whoever asked. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly kind: RefusalKind,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message);
  }
}

/** @returns the refusal of what only somebody who is signed in may do */
export const unauthenticated = (message = "Authentication required") =>
  new Refusal("unauthenticated", message);

/** @returns the refusal of what cannot be done while the database is away, with why */
export const unavailable = (cause: unknown) =>
  Object.assign(
    new Refusal(
      "unavailable",
      "This is not available just now. Please try again in a few minutes.",
      {
        retryAfterSeconds: 10,
      },
    ),
    { cause },
  );

/** @param what is not there, such as `Article` */
export const notFound = (what: string) => new Refusal("notFound", `${what} not found`);

/** @param retryAfterSeconds whole seconds until it may be tried again */
export const limited = (retryAfterSeconds: number) =>
  new Refusal("limited", `Too many requests. ${tryAgainIn(retryAfterSeconds)}`, {
    retryAfterSeconds,
  });
