import { useLocation } from "@remix-run/react";
import { useHydrated } from "~/utils/hydrated";

interface RedirectFieldProps {
  /** Where a native post comes back to; this page when left out. */
  to?: string;
}

/**
 * Tells an action where to send a browser that posted natively. It is gone once the page has come
 * alive, so that a fetcher's post is answered with data.
 */
export function RedirectField({ to }: RedirectFieldProps) {
  const { pathname, search } = useLocation();
  if (useHydrated()) return null;
  return <input type="hidden" name="redirectTo" value={to ?? pathname + search} />;
}
