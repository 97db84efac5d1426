import type { AppLoadContext } from "@remix-run/node";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "~/services/availability.server";
import { Refusal, unavailable, type RefusalKind } from "~/services/errors";
import { contextOf } from "./load-context";
import { errorToast, type Toast, type ToastKey } from "../toasts/toasts";

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** What is sent with a refusal, by page and call alike: its status, and when to come again. */
export function refusalInit({ kind, details }: Refusal): {
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
export const plainRefusal = (refusal: Refusal) =>
  new Response(refusal.message, refusalInit(refusal));

/** Why something is unavailable: who asked is not told, but whoever runs the site wants to know. */
export function logCause({ message, cause }: Refusal, log: Logger): void {
  if (cause !== undefined) log.warn({ err: cause }, message);
}

/** @returns what an error refuses: its own refusal, or that of a database that is away; `null` for others */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return isDatabaseUnavailable(error) ? unavailable(error) : null;
}

/** @returns the refusal in what was thrown; anything else is thrown on */
export function asRefusal(error: unknown): Refusal {
  const refusal = refusalIn(error);
  if (refusal) return refusal;
  throw error;
}

/**
 * What came of an act that a form asked for, whose page comes back either way.
 *
 * @param what failed, for the log
 * @returns the refusal in what was thrown; `null` for anything else, which is our own fault
 */
export function refusalOf(
  error: unknown,
  context: AppLoadContext | undefined,
  what: string,
): Refusal | null {
  const refusal = refusalIn(error);
  const { log } = contextOf(context);
  if (refusal) logCause(refusal, log);
  else log.error({ err: error }, what);
  return refusal;
}

/** @returns why an act was refused, where there is more to say than that it failed */
export const reasonIn = (refusal: Refusal | null): string | null =>
  refusal && refusal.kind !== "unavailable" ? refusal.message : null;

/**
 * What a toast says of an act that failed: the server's words for a refusal, the catalogue's for who is
 * not signed in and for everything else.
 */
export function toastFor(
  refusal: Refusal | null,
  { needsLogin, failed }: Record<"needsLogin" | "failed", ToastKey>,
): ToastKey | Toast {
  if (refusal?.kind === "unauthenticated") return needsLogin;
  const reason = reasonIn(refusal);
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
    const refusal = asRefusal(error);
    if (refusal.kind !== "notFound" && refusal.kind !== "unavailable") throw error;
    throw new Response(null, refusalInit(refusal));
  }
}
