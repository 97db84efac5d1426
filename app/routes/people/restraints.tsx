import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";

interface Restraint {
  until: string | Date | null;
  decisionId: string | null;
}

interface RestraintsProps {
  suspended: Restraint | null;
  limited: Restraint | null;
}

/** What holds a person back, for moderators. */
export const Restraints = ({ suspended, limited }: RestraintsProps) =>
  suspended || limited ? (
    <div className="mb-10 grid gap-2 rounded border border-line px-4 py-3">
      {suspended ? <Line label="Suspended" {...suspended} /> : null}
      {limited ? <Line label="Limited" {...limited} /> : null}
    </div>
  ) : null;

const Line = ({ label, until, decisionId }: Restraint & { label: string }) => (
  <p>
    {label}{" "}
    {until ? (
      <>
        until <DateTime value={until} withTime />
      </>
    ) : (
      "for good"
    )}
    .{" "}
    {decisionId ? (
      <TextLink to={`/moderation/decisions/${decisionId}`}>Read the decision</TextLink>
    ) : null}
  </p>
);
