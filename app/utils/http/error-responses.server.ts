import type { AppLoadContext } from "@remix-run/node";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "~/services/database-availability.server";
import { ServiceError, unavailableError, type ServiceErrorKind } from "~/services/errors";
import { getContext } from "./load-context";

const STATUS: Record<ServiceErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  gone: 410,
  notFound: 404,
  conflict: 409,
  preconditionFailed: 412,
  limited: 429,
  unavailable: 503,
};

/** The status and headers of an error response, for pages and the API alike. */
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

/** @returns a plain-text error response, for routes without a page to show the error on */
export const textErrorResponse = (serviceError: ServiceError) =>
  new Response(serviceError.message, errorResponseInit(serviceError));

/** Logs the cause of an unavailability, which the response does not reveal. */
export function logCause({ message, cause }: ServiceError, log: Logger): void {
  if (cause !== undefined) log.warn({ err: cause }, message);
}

/** @returns the service error, `unavailable` for database outages, or `null` for unexpected errors */
export function toServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error;
  return isDatabaseUnavailable(error) ? unavailableError(error) : null;
}

/** @returns the service error; rethrows unexpected errors */
export function serviceErrorOrThrow(error: unknown): ServiceError {
  const serviceError = toServiceError(error);
  if (serviceError) return serviceError;
  throw error;
}

/**
 * Logs why a form's action failed; its page is rendered again either way.
 * @param what the log message, which says what failed
 * @returns the service error, or `null` for an unexpected error
 */
export function logFailure(
  error: unknown,
  context: AppLoadContext | undefined,
  what: string,
): ServiceError | null {
  const serviceError = toServiceError(error);
  const { log } = getContext(context);
  if (serviceError) logCause(serviceError, log);
  else log.error({ err: error }, what);
  return serviceError;
}

/** Awaits data that a page can do without: if it cannot be read, logs this and returns the fallback. */
export const orFallback = <Result, Fallback>(
  context: AppLoadContext,
  data: Promise<Result>,
  what: string,
  fallback: Fallback,
): Promise<Result | Fallback> =>
  data.catch((error: unknown) => {
    getContext(context).log.error({ err: error }, `${what} could not be read`);
    return fallback;
  });

const SCREENS: ReadonlySet<ServiceErrorKind> = new Set([
  ...(["notFound", "gone", "forbidden", "unavailable"] as const),
]);

/**
 * Awaits data for a page.
 * @throws Response 404, which shows the not-found screen, 410 if it was removed, 403 if it belongs to another user,
 *   or 503 while the database is unreachable
 */
export async function orErrorResponse<Result>(data: Promise<Result>): Promise<Result> {
  try {
    return await data;
  } catch (error) {
    const serviceError = serviceErrorOrThrow(error);
    if (!SCREENS.has(serviceError.kind)) throw error;
    throw new Response(null, errorResponseInit(serviceError));
  }
}
