import type { AppLoadContext } from "@remix-run/node";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "~/services/availability.server";
import { ServiceError, unavailableError, type ServiceErrorKind } from "~/services/errors";
import { getContext } from "./load-context";
import { errorToast, type Toast, type ToastKey } from "../toasts/toasts";

const STATUS: Record<ServiceErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** What is sent with a refusal, by page and call alike: its status, and when to come again. */
export function errorResponseInit({ kind, details }: ServiceError): {
  status: number;
  headers: Record<string, string>;
} {
  const { retryAfterSeconds } = details;
  return {
    status: STATUS[kind],
    headers: retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) },
  };
}

/** @returns a refusal by itself, where there is no page to show it on */
export const textErrorResponse = (refusal: ServiceError) =>
  new Response(refusal.message, errorResponseInit(refusal));

/** Why something is unavailable: who asked is not told, but whoever runs the site wants to know. */
export function logCause({ message, cause }: ServiceError, log: Logger): void {
  if (cause !== undefined) log.warn({ err: cause }, message);
}

/** @returns what an error refuses: its own refusal, or that of a database that is away; `null` for others */
export function toServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error;
  return isDatabaseUnavailable(error) ? unavailableError(error) : null;
}

/** @returns the refusal in what was thrown; anything else is thrown on */
export function serviceErrorOrThrow(error: unknown): ServiceError {
  const refusal = toServiceError(error);
  if (refusal) return refusal;
  throw error;
}

/**
 * What came of an act that a form asked for, whose page comes back either way.
 *
 * @param what failed, for the log
 * @returns the refusal in what was thrown; `null` for anything else, which is our own fault
 */
export function logFailure(
  error: unknown,
  context: AppLoadContext | undefined,
  what: string,
): ServiceError | null {
  const refusal = toServiceError(error);
  const { log } = getContext(context);
  if (refusal) logCause(refusal, log);
  else log.error({ err: error }, what);
  return refusal;
}

/** @returns why an act was refused, where there is more to say than that it failed */
export const specificReason = (refusal: ServiceError | null): string | null =>
  refusal && refusal.kind !== "unavailable" ? refusal.message : null;

/**
 * What a toast says of an act that failed: the server's words for a refusal, the catalogue's for who is
 * not signed in and for everything else.
 */
export function errorToastFor(
  refusal: ServiceError | null,
  { needsLogin, failed }: Record<"needsLogin" | "failed", ToastKey>,
): ToastKey | Toast {
  if (refusal?.kind === "unauthenticated") return needsLogin;
  const reason = specificReason(refusal);
  return reason === null ? failed : errorToast(reason);
}

/**
 * What a service reads for a page.
 *
 * @throws Response 404, which is the not-found screen, when there is no such thing; 503 when nobody can
 *   tell
 */
export async function orNotFound<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    const refusal = serviceErrorOrThrow(error);
    if (refusal.kind !== "notFound" && refusal.kind !== "unavailable") throw error;
    throw new Response(null, errorResponseInit(refusal));
  }
}
