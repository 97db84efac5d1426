import { Button } from "~/components/ui/button";
import { RedirectField, useFormFetcher } from "~/components/ui/form";
import { useIsBlocked, useViewer } from "~/utils/root-data";

/** Blocks a person for the viewer, or ends that. Only for people who are signed in. */
export function BlockButton({ name }: { name: string }) {
  const fetcher = useFormFetcher();
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
