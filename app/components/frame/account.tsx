import { Form, Link } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { useViewer } from "~/utils/root-data";

/**
 * Who is signed in and the way out, or the way in. An address needs room: below the widest screens it
 * stands on a line of its own at the top of the header.
 */
export function Account() {
  const viewer = useViewer();
  if (!viewer) return <SignInTrigger size="sm" />;
  return (
    <div className="order-first flex h-11 min-w-0 basis-full items-center justify-between gap-3 xl:order-none xl:h-auto xl:basis-auto">
      <Link
        to="/dashboard"
        className="min-w-0 truncate py-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline xl:max-w-56"
      >
        Welcome, {viewer.email}
      </Link>
      <Form method="post" action="/logout" className="-me-3 shrink-0 xl:me-0">
        <Button variant="quiet" size="sm">
          Logout
        </Button>
      </Form>
    </div>
  );
}
