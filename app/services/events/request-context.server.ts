/**
 * Where the request that is being answered comes from, for events. Services are given plain values, and
 * most of them have no use for an address; those that tell of an event look here.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestContext {
  /** The client's whole address; `unknown` where nobody can tell. */
  address: string;
  requestId: string;
}

const current = new AsyncLocalStorage<RequestContext>();
let underWay = 0;

/**
 * Does the work of a request in its context.
 *
 * @param onEnd called with what is to be called when the request has ended
 */
export function inRequest<Result>(
  context: RequestContext,
  onEnd: (end: () => void) => void,
  work: () => Result,
): Result {
  underWay += 1;
  onEnd(() => {
    underWay -= 1;
    // While it is in use Node follows every promise of the process, which pages would pay for.
    if (!underWay) current.disable();
  });
  return current.run(context, work);
}

/** @returns the context of the request that is being answered, or `null` outside of one */
export const currentRequest = (): RequestContext | null => current.getStore() ?? null;
