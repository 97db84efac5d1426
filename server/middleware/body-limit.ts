import type { Request, RequestHandler, Response } from "express";
import { prepareError } from "../error-pages";

/** The most that any form or call of this site sends, and much less than would hurt. */
export const BODY_LIMIT = 64 * 1024;

/** What an action gets that reads such a body; nothing to log, the answer has been given. */
class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
  override message = "The body is over the limit";
}

/** What a refused sender may still send before the connection ends, so that it reads the answer. */
const SWALLOWED_BYTES = 4 * 1024 * 1024;
const SWALLOWING_MS = 2000;

/**
 * Answers 413 to a body over the limit: at once when its length is announced, else as soon as so
 * much has come. The rest is not kept, and the connection is closed.
 */
export const bodyLimit: RequestHandler = (req, res, next) => {
  if (Number(req.headers["content-length"] ?? 0) > BODY_LIMIT) return tooLarge(req, res);
  if (!req.headers["transfer-encoding"]) return next();

  // Paused before there is a listener, nothing flows until Remix reads; then both see every chunk.
  req.pause();
  let received = 0;
  req.on("data", function count(chunk: Buffer) {
    received += chunk.length;
    if (received <= BODY_LIMIT) return;
    // Nobody keeps what still comes, and the action that waits for it ends.
    req.removeAllListeners("data");
    if (req.listenerCount("error") > 0) req.emit("error", new BodyTooLargeError());
    tooLarge(req, res);
  });
  next();
};

function tooLarge(req: Request, res: Response): void {
  if (res.headersSent) return void req.destroy();
  const message = `More than ${BODY_LIMIT / 1024} KiB were sent, which is over the limit.`;
  res.set("Connection", "close");
  // Written but not ended: for the client the answer is whole, by its Content-Length. Closed on
  // bytes not yet read, the connection would be reset, and the answer lost with it.
  res.write(prepareError(req, res, 413, message));
  // What Remix makes of the broken body comes too late to be an answer.
  res.locals.answered = true;
  Object.defineProperty(res, "statusCode", { value: 413, writable: false });

  let swallowed = 0;
  const finish = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(finish, SWALLOWING_MS);
  req
    .on("data", (chunk: Buffer) => (swallowed += chunk.length) > SWALLOWED_BYTES && finish())
    .once("end", finish)
    .once("close", finish)
    .resume();
}
