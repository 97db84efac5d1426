import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { useHydrated } from "../browser/hydrated";

const RequestIdContext = createContext<string | undefined>(undefined);

/** Carries the id of the request being answered; only the server has one. */
export const RequestIdProvider = RequestIdContext.Provider;

export const REQUEST_ID_META = "request-id";

const never = () => () => {};
const written = () =>
  document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content;

/**
 * The id under which the log knows the request that made this page: from the server's context, and in
 * the browser from the document, into whose head a page that failed writes it.
 */
export function useRequestId(): string | undefined {
  const own = useContext(RequestIdContext);
  return useSyncExternalStore(
    never,
    written,
    () => own ?? (typeof document === "undefined" ? undefined : written()),
  );
}

/**
 * The same for an error: only one that came with the document is of that request, and none that
 * happened in the browser later.
 */
export function useServedRequestId(): string | undefined {
  const id = useRequestId();
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  return isServed ? id : undefined;
}
