import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";

interface LeavingNoteProps {
  /** ISO 8601. */
  leavesAt: string;
  withContent: boolean;
}

/** Says when the account is deleted, with a button that calls it off. */
export function LeavingNote({ leavesAt, withContent }: LeavingNoteProps) {
  const isPending = useNavigation().formData?.get("intent") === "callOffLeaving";
  return (
    <div className="mb-10 flex flex-wrap items-center justify-between gap-4 rounded border border-warning bg-warning-wash px-5 py-4">
      <p className="max-w-measure text-base">
        <b className="font-medium">Your account will be deleted</b> on <DateTime value={leavesAt} />
        {withContent ? ", with all you wrote." : "; what you wrote stays without your name."}
      </p>
      <Form method="post" action="/settings/data">
        <input type="hidden" name="intent" value="callOffLeaving" />
        <Button variant="secondary" size="sm" pending={isPending}>
          Call it off
        </Button>
      </Form>
    </div>
  );
}
