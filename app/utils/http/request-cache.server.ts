import type { AppLoadContext } from "@remix-run/node";

const reads = new WeakMap<AppLoadContext, Map<string, Promise<unknown>>>();

/**
 * Shares a read between all loaders of a request, which run concurrently and independently. Reads of a request with
 * an action are not shared, because the loaders that run after the action must see its changes.
 *
 * @param key identifies what is read
 */
export function readOncePerRequest<Result>(
  { request, context }: { request: Request; context: AppLoadContext },
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  if (request.method !== "GET" && request.method !== "HEAD") return read();
  const known = reads.get(context) ?? new Map<string, Promise<unknown>>();
  reads.set(context, known);
  const reading = (known.get(key) as Promise<Result> | undefined) ?? read();
  known.set(key, reading);
  return reading;
}
