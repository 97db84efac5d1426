import { useLocation } from "@remix-run/react";
import { useHydrated } from "~/utils/browser/hydrated";

interface RedirectFieldProps {
  /** Where a native post comes back to; this page when left out. */
  to?: string;
}

/**
 * Tells an action where to send a browser that posted natively. Once the page has come alive it asks for
 * data instead, so that a fetcher's post does not lead anywhere.
 */
export function RedirectField({ to }: RedirectFieldProps) {
  const { pathname, search } = useLocation();
  if (useHydrated()) return <input type="hidden" name="answer" value="data" />;
  return <input type="hidden" name="redirectTo" value={to ?? pathname + search} />;
}
