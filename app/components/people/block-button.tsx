import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { RedirectField } from "~/components/ui/form";
import { useFetcherToast } from "~/components/ui/toast";
import type { FormResult } from "~/utils/forms/form-result";
import { useIsBlocked, useViewer } from "~/utils/root-data";

/** Blocks a person for the viewer, or ends that. Only for people who are signed in. */
export function BlockButton({ name }: { name: string }) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const isBlocked = useIsBlocked(name);
  if (useViewer() === null) return null;
  return (
    <fetcher.Form method="post" action="/settings/people">
      <input type="hidden" name="name" value={name} />
      <RedirectField />
      <Button
        name="intent"
        value={isBlocked ? "unblock" : "block"}
        variant={isBlocked ? "secondary" : "quiet"}
        size="sm"
        pending={fetcher.state !== "idle"}
      >
        {isBlocked ? "Unblock" : "Block"}
        <span className="sr-only"> {name}</span>
      </Button>
    </fetcher.Form>
  );
}
