import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form-alert";
import { FormKeyField } from "~/components/ui/form-key-field";
import type { FormResult } from "~/utils/forms/form-result";

interface ScheduledDeletionNoteProps {
  /** ISO 8601. */
  leavesAt: string;
  withContent: boolean;
}

/**
 * Says when the account will be deleted, with a button to cancel the deletion. If a native post fails, the page with
 * the data settings shows the error.
 */
export function ScheduledDeletionNote({ leavesAt, withContent }: ScheduledDeletionNoteProps) {
  const fetcher = useFetcher<FormResult>();
  return (
    <div className="mb-10 flex flex-wrap items-center justify-between gap-4 rounded border border-warning bg-warning-wash px-5 py-4">
      <p className="max-w-measure text-base">
        <b className="font-medium">Your account will be deleted</b> on <DateTime value={leavesAt} />
        {withContent
          ? ", with everything you wrote."
          : "; what you wrote stays, without your name."}
      </p>
      <fetcher.Form method="post" action="/settings/data">
        <input type="hidden" name="intent" value="cancelDeletion" />
        <FormKeyField />
        <Button variant="secondary" size="sm" pending={fetcher.state !== "idle"}>
          Call it off
        </Button>
      </fetcher.Form>
      <FormAlert className="basis-full">{fetcher.data?.formError?.message}</FormAlert>
    </div>
  );
}
