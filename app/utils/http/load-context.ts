/** The context that the server passes to every loader and action along with the request. */
import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { pino, type Logger } from "pino";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The nonce that allows inline scripts in the response's Content-Security-Policy; empty if there is no policy. */
    nonce: string;
    /** Identifies the request in the log and on error pages. */
    requestId: string;
    /** The client's IP address, as far as the proxies in front are trusted; `unknown` if it cannot be determined. */
    clientAddress: string;
    /** Writes to the server's log with the request's id. */
    log: Logger;
  }
}

const completed = new WeakMap<object, AppLoadContext>();
let fallbackLog: Logger | undefined;

/**
 * Completes the context with defaults, because plain `remix-serve` passes an empty one.
 * The same context always gives the same result, so that a request has only one id.
 */
export function getContext(context: Partial<AppLoadContext> | undefined): AppLoadContext {
  if (!context) return complete({});
  const known = completed.get(context) ?? complete(context);
  completed.set(context, known);
  return known;
}

function complete(context: Partial<AppLoadContext>): AppLoadContext {
  const requestId = context.requestId ?? randomUUID();
  return {
    nonce: context.nonce ?? "",
    requestId,
    clientAddress: context.clientAddress ?? "unknown",
    log:
      context.log ??
      (fallbackLog ??= pino({ level: process.env.LOG_LEVEL || "info" }, pino.destination(2))).child(
        { requestId },
      ),
  };
}
