import { useFetcher, useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { useFetcherToast } from "~/components/ui/toast";
import { useViewer } from "~/utils/root-data";

/**
 * The signed-in user with the logout button, or the sign-in button. An email address may be too
 * long for the header's row at any width, so it gets a row of its own above.
 */
export function Account() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  useFetcherToast(fetcher);
  if (!viewer) return <SignInTrigger size="sm" />;
  return (
    <div className="order-first flex h-11 min-w-0 basis-full items-center justify-between gap-3">
      <Link
        to="/dashboard"
        className="min-w-0 truncate py-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Welcome, {viewer.email}
      </Link>
      <Link to="/settings" className="ms-auto shrink-0 py-2 text-sm text-muted hover:text-ink">
        Settings
      </Link>
      <fetcher.Form method="post" action="/logout" className="-me-3 shrink-0">
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <Button variant="quiet" size="sm">
          Logout
        </Button>
      </fetcher.Form>
    </div>
  );
}
