import type { ErrorRequestHandler } from "express";
import { sendError } from "../error-pages";

/** The last stop: the log learns the cause, whoever asked learns the status and the request's id. */
export const errors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  // Answered, or nobody is there to be answered; how a request ended is in its own line.
  if (res.locals.answered || (res.destroyed && !res.headersSent)) return;
  if (res.headersSent) {
    req.log.error({ err: error }, "failed while answering");
    res.destroy();
    return;
  }
  const status = statusOf(error);
  if (status >= 500) res.err = error instanceof Error ? error : new Error(String(error));
  for (const name of ["ETag", "Last-Modified", "Content-Encoding"]) res.removeHeader(name);
  sendError(
    req,
    res,
    status,
    MESSAGES[status] ?? (status < 500 ? "Bad request" : "Internal error"),
  );
};

const MESSAGES: Record<number, string> = { 403: "Forbidden", 404: "Not found" };

/** Files that are missing or asked for wrongly come as errors with a status of 4xx. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 500 ? status : 500;
}
