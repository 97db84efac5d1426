import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { useHydrated } from "../browser/hydrated";

const RequestIdContext = createContext<string | undefined>(undefined);

/** Provides the id of the current request; only set on the server. */
export const RequestIdProvider = RequestIdContext.Provider;

export const REQUEST_ID_META = "request-id";

const subscribe = () => () => {};
/** Marks the element of an error screen that shows the id. */
export const REQUEST_ID_ATTRIBUTE = "data-request-id";

const readDocument = () =>
  document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content ??
  // If only a route inside the document failed, there is no meta element, but its error screen shows the id.
  document.querySelector(`[${REQUEST_ID_ATTRIBUTE}]`)?.textContent ??
  undefined;

/**
 * The id of the request that rendered this page, as in the log. In the browser it is read from the
 * document, which has it if it shows an error.
 */
export function useRequestId(): string | undefined {
  const serverId = useContext(RequestIdContext);
  return useSyncExternalStore(
    subscribe,
    readDocument,
    () => serverId ?? (typeof document === "undefined" ? undefined : readDocument()),
  );
}

/** The request id for an error screen; only errors rendered with the document belong to that request. */
export function useServedRequestId(): string | undefined {
  const id = useRequestId();
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  return isServed ? id : undefined;
}
