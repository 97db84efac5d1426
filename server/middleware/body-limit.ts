import type { Request, RequestHandler, Response } from "express";
import { prepareError, sendError } from "../error-pages";

/** In bytes: as much as any form or API call of this site sends, and far less than would do harm. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The form that uploads the logo: a picture of at most 100 KB; one that is a little larger is refused in words. */
const UPLOAD = /^\/admin\/settings\/logo(?:\.data)?$/;
const MAX_UPLOAD_BYTES = 160 * 1024;

/** The form of a text of the site: at most 60,000 characters of up to four bytes; one a little longer likewise. */
const SITE_TEXT = /^\/admin\/texts\/[a-z]+(?:\.data)?$/;
const MAX_SITE_TEXT_BYTES = 256 * 1024;

function limitOf({ path, headers }: Request): number {
  if (!/^multipart\/form-data/i.test(headers["content-type"] ?? "")) return MAX_BODY_BYTES;
  if (UPLOAD.test(path)) return MAX_UPLOAD_BYTES;
  return SITE_TEXT.test(path) ? MAX_SITE_TEXT_BYTES : MAX_BODY_BYTES;
}

/** Several times as many as the largest form of this site has. */
const MAX_FIELDS = 40;

/** Fails the action that reads a body over the limit. Not logged, because the response has been sent. */
class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
  override message = "The body is over the limit";
}

/** How much of a refused body is read and discarded before closing, so that the client reads the response. */
const DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARDING_MS = 2000;

/**
 * Responds 413 to a body over the limit: at once if its Content-Length is over it, else as soon as more
 * than the limit has arrived. The rest is discarded, and the connection is closed.
 */
export const bodyLimit: RequestHandler = (req, res, next) => {
  const limit = limitOf(req);
  if (Number(req.headers["content-length"] ?? 0) > limit) return tooLarge(req, res);
  if (!req.headers["transfer-encoding"]) return isForm(req) ? fieldLimit(req, res, next) : next();

  // Pausing before the listener is added keeps data back until Remix reads; then both get every chunk.
  req.pause();
  let received = 0;
  req.on("data", function count(chunk: Buffer) {
    received += chunk.length;
    if (received <= limit) return;
    // Remix stops collecting the body, and the action that waits for it fails.
    req.removeAllListeners("data");
    if (req.listenerCount("error") > 0) req.emit("error", new BodyTooLargeError());
    tooLarge(req, res);
  });
  next();
};

const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded/i.test(headers["content-type"] ?? "") &&
  Number(headers["content-length"]) > 0;

/**
 * Responds 400 to a form with too many fields, without a page: that takes a tenth of the time, so that a flood of such
 * forms keeps nobody else waiting. Any other form is put back and read by the route, which checks the rest.
 */
const fieldLimit: RequestHandler = (req, res, next) => {
  const length = Number(req.headers["content-length"]);
  const chunks: Buffer[] = [];
  let received = 0;
  req.on("data", function collect(chunk: Buffer) {
    chunks.push(chunk);
    received += chunk.length;
    if (received < length) return;
    req.off("data", collect).pause();
    const form = Buffer.concat(chunks);
    if (hasTooManyFields(form)) return sendError(req, res, 400, "This form has too many fields.");
    req.unshift(form);
    next();
  });
};

function hasTooManyFields(form: Buffer): boolean {
  let at = -1;
  for (let fields = 1; fields <= MAX_FIELDS; fields++) {
    at = form.indexOf("&", at + 1);
    if (at < 0) return false;
  }
  return true;
}

function tooLarge(req: Request, res: Response): void {
  if (res.headersSent) return void req.destroy();
  const message = `More than ${limitOf(req) / 1024} KiB were sent, which is over the limit.`;
  res.set("Connection", "close");
  // Written but not ended: by its Content-Length the response is complete for the client. Closing the
  // connection with unread data would reset it, and the client would lose the response.
  res.write(prepareError(req, res, 413, message));
  // The response that Remix creates for the aborted body is discarded.
  res.locals.answered = true;
  Object.defineProperty(res, "statusCode", { value: 413, writable: false });

  let discarded = 0;
  const finish = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(finish, DISCARDING_MS);
  req
    .on("data", (chunk: Buffer) => (discarded += chunk.length) > DISCARDED_BYTES && finish())
    .once("end", finish)
    .once("close", finish)
    .resume();
}
