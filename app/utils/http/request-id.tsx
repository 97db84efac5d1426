import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { useHydrated } from "../browser/hydrated";

const RequestIdContext = createContext<string | undefined>(undefined);

/** Provides the id of the current request; only set on the server. */
export const RequestIdProvider = RequestIdContext.Provider;

export const REQUEST_ID_META = "request-id";

const subscribe = () => () => {};
const readMetaTag = () =>
  document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content;

/**
 * The id of the request that rendered this page, as in the log. In the browser it is read from a
 * meta tag that error pages contain.
 */
export function useRequestId(): string | undefined {
  const serverId = useContext(RequestIdContext);
  return useSyncExternalStore(
    subscribe,
    readMetaTag,
    () => serverId ?? (typeof document === "undefined" ? undefined : readMetaTag()),
  );
}

/**
 * The request id for an error screen; only errors rendered with the document belong to that
 * request.
 */
export function useServedRequestId(): string | undefined {
  const id = useRequestId();
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  return isServed ? id : undefined;
}
