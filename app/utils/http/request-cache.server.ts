import type { AppLoadContext } from "@remix-run/node";

const reads = new WeakMap<AppLoadContext, Map<string, Promise<unknown>>>();

/**
 * Reads something once for all loaders of a request, which run at the same time and do not know of each
 * other. An action reads for itself: what it changes, the loaders after it have to see.
 *
 * @param key names what is read
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
