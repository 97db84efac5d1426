/** Reads the body of a request, and refuses bytes that are not in the encoding that they claim to be in. */
import { isAscii, isUtf8 } from "node:buffer";

/** A body that cannot be read, with the status and the message of the response. */
export class UnreadableBodyError extends Error {
  constructor(
    readonly status: 400 | 415,
    message: string,
  ) {
    super(message);
  }
}

const OTHER_CHARSET = /;\s*charset\s*=(?!\s*["']?(?:utf-?8|us-ascii)["']?\s*(?:;|$))/im;
const ASCII = /;\s*charset\s*=\s*["']?us-ascii/i;

/** @throws UnreadableBodyError 415 if a Content-Type header names another charset than UTF-8 or its part US-ASCII */
export function requireUtf8(contentType: string): void {
  if (OTHER_CHARSET.test(contentType))
    throw new UnreadableBodyError(415, "The text must be UTF-8.");
}

/**
 * Reads the whole body.
 *
 * @throws UnreadableBodyError 415 for another charset, 400 for bytes that are invalid in the named one
 */
export async function readBody(request: Request): Promise<Buffer<ArrayBuffer>> {
  const type = request.headers.get("Content-Type") ?? "";
  requireUtf8(type);
  const bytes = Buffer.from(await request.arrayBuffer());
  const isValid = ASCII.test(type) ? isAscii(bytes) : isUtf8(bytes);
  if (!isValid) throw new UnreadableBodyError(400, "The text is not valid UTF-8.");
  return bytes;
}

/**
 * @param error an error thrown while a request was read
 * @returns whether the client caused the error and no response is needed: to a body over the limit the server has
 *   already responded, and a client that has disconnected cannot receive a response
 */
export function isCausedByClient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  // The error that Node emits on a request's stream when the connection is lost.
  const isCutShort = code === "ECONNRESET" && error.message === "aborted";
  return isCutShort || error.name === "BodyTooLargeError" || error.name === "AbortError";
}
