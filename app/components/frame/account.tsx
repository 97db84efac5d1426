import { Form, Link } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { useViewer } from "~/utils/root-data";

/** Who is signed in and the way out, or the way in. */
export function Account() {
  const viewer = useViewer();
  if (!viewer) return <SignInTrigger size="sm" />;
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
