import { Link, useLocation } from "@remix-run/react";
import { safeRedirect } from "~/utils/http/safe-redirect";

/** Asks for the page that failed once more, as a new document. */
export function TryAgain() {
  // Not "": within an error boundary that is the path of the route which draws it, without the query.
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
