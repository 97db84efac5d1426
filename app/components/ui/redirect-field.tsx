import { useLocation } from "@remix-run/react";
import { useHydrated } from "~/utils/browser/hydrated";

interface RedirectFieldProps {
  /** Where a native form post is redirected to; defaults to the current page. */
  to?: string;
}

/**
 * Tells an action where to redirect a native form post. After hydration it requests data instead,
 * so that a fetcher's post does not navigate.
 */
export function RedirectField({ to }: RedirectFieldProps) {
  const { pathname, search } = useLocation();
  if (useHydrated()) return <input type="hidden" name="answer" value="data" />;
  return <input type="hidden" name="redirectTo" value={to ?? pathname + search} />;
}
