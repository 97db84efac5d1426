import { useLocation } from "@remix-run/react";
import { useHydrated } from "~/utils/browser/hydrated";

interface RedirectFieldProps {
  /** Where a native form post is redirected to; defaults to the current page. */
  to?: string;
}

/** Tells an action where to redirect a native form post; after hydration it is a `DataAnswerField`. */
export function RedirectField({ to }: RedirectFieldProps) {
  const { pathname, search } = useLocation();
  if (useHydrated()) return <DataAnswerField />;
  return <input type="hidden" name="redirectTo" value={to ?? pathname + search} />;
}

/** After hydration, asks the action for data instead of a redirect, so that a fetcher's post does not navigate. */
export const DataAnswerField = () =>
  useHydrated() ? <input type="hidden" name="answer" value="data" /> : null;
