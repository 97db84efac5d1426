import { Form, Link, useLocation } from "@remix-run/react";
import { Button, ButtonLink } from "~/components/ui/button";
import { useViewer } from "~/utils/root-data";

/** Who is signed in and the way out, or the way in. */
export function Account() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  if (!viewer) {
    const back =
      pathname === "/" ? "" : `?${new URLSearchParams({ redirectTo: pathname + search })}`;
    return (
      <ButtonLink to={`/login${back}`} size="sm">
        Sign In
      </ButtonLink>
    );
  }
  return (
    <>
      <Link
        to="/dashboard"
        className="min-w-0 truncate py-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Welcome, {viewer.email}
      </Link>
      <Form method="post" action="/logout" className="shrink-0">
        <Button variant="secondary" size="sm">
          Logout
        </Button>
      </Form>
    </>
  );
}
