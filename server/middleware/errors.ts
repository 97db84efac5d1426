import type { ErrorRequestHandler } from "express";
import { sendError } from "../error-pages";

/** The last error handler: the log gets the cause, the client gets the status and the request's id. */
export const errors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  // A response has been sent, or the client is gone; the request log says how the request ended.
  if (res.locals.answered || (res.destroyed && !res.headersSent)) return;
  if (res.headersSent) {
    req.log.error({ err: error }, "failed while sending the response");
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

/** The file middleware reports missing files and invalid requests as errors with a 4xx status. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 500 ? status : 500;
}
