import { useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { safeRedirect } from "~/utils/http/safe-redirect";

/** Reloads the failed page with a document request. */
export function TryAgain() {
  // Not "": inside an error boundary it resolves to the boundary's route, without the query.
  const { pathname, search } = useLocation();
  return (
    <Link
      to={safeRedirect(pathname + search)}
      reloadDocument
      className="link inline-flex min-h-11 items-center px-2"
    >
      Try again
    </Link>
  );
}
