/** What the server hands to every loader and action beside the request. */
import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { pino, type Logger } from "pino";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Allows this answer's inline scripts in its Content-Security-Policy; empty where there is none. */
    nonce: string;
    /** Names the request in the log and in what a visitor is shown when it fails. */
    requestId: string;
    /** Who asks, as far as the proxies in front are trusted; `unknown` where nobody can tell. */
    clientAddress: string;
    /** Whether a proxy passed the request on, trusted or not; left out where nobody can tell. */
    isForwarded?: boolean;
    /** Writes to the server's log with the request's id. */
    log: Logger;
  }
}

const completed = new WeakMap<object, AppLoadContext>();
let fallbackLog: Logger | undefined;

/**
 * The context, complete under any server: plain `remix-serve` gives an empty one.
 * The same context gives the same answer, so that one request has one id.
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
    isForwarded: context.isForwarded,
    log:
      context.log ??
      (fallbackLog ??= pino({ level: process.env.LOG_LEVEL || "info" }, pino.destination(2))).child(
        { requestId },
      ),
  };
}
