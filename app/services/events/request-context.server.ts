/**
 * The origin of the current request, for events. Services take plain values, and most of them do not need the
 * client's address; those that record an event find it here.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestContext {
  /** The client's full address, or `unknown`. */
  address: string;
  requestId: string;
}

const current = new AsyncLocalStorage<RequestContext>();
let runningRequests = 0;

/**
 * Runs the work of a request in its context.
 * @param onEnd receives a callback that has to be called when the request has ended
 */
export function inRequest<Result>(
  context: RequestContext,
  onEnd: (end: () => void) => void,
  work: () => Result,
): Result {
  runningRequests += 1;
  onEnd(() => {
    runningRequests -= 1;
    // While AsyncLocalStorage is enabled, Node tracks every promise, which makes rendering pages slower.
    if (!runningRequests) current.disable();
  });
  return current.run(context, work);
}

export const currentRequest = (): RequestContext | null => current.getStore() ?? null;
