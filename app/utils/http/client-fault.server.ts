/**
 * @param error what reading a request has thrown
 * @returns whether it is the client's doing and needs no answer: a body over the limit has been answered by
 *   the server, and one whose sender has gone has nobody to answer
 */
export function isClientFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  // As Node ends the stream of a request whose connection is lost.
  const isCutShort = code === "ECONNRESET" && error.message === "aborted";
  return isCutShort || error.name === "BodyTooLargeError" || error.name === "AbortError";
}
