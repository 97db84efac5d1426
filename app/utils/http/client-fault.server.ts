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
