import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { DateTime } from "../ui/date-time";
import { LinkedText } from "../ui/linked-text";
import type { OwnApplication, SerializedStanding } from "~/presenters/membership";
import { plural } from "~/utils/format";
import { VoteTally } from "./vote-tally";

const votesOf = ({ approvals, declines }: OwnApplication) =>
  `${plural(approvals, "approval")} to ${plural(declines, "decline")}`;

/** A user's membership status: member, applicant or neither. */
export function MembershipStatus({
  standing: { isMember, own },
}: {
  standing: SerializedStanding;
}) {
  if (isMember) {
    const since = own?.status === "approved" ? own.closedAt : null;
    return (
      <StatusPanel badge={<Badge tone="positive">Member</Badge>} title="You are a member">
        {own && since ? (
          <p>
            Approved on <DateTime value={since} /> by {votesOf(own)}.
          </p>
        ) : null}
      </StatusPanel>
    );
  }
  if (!own) {
    return (
      <StatusPanel badge={<Badge>Not a member</Badge>} title="You have not applied yet">
        <p>Any account may apply. Members decide by vote within 14 days.</p>
      </StatusPanel>
    );
  }
  const closed = <DateTime value={own.closedAt ?? own.closesAt} />;
  switch (own.status) {
    case "pending":
      return (
        <StatusPanel badge={<Badge tone="warning">Pending</Badge>} title="Your application is open">
          <p>
            Sent on <DateTime value={own.openedAt} />. Members can vote on it until{" "}
            <DateTime value={own.closesAt} withTime />.
          </p>
          <VoteTally {...own} />
          <Statement {...own} />
        </StatusPanel>
      );
    case "approved":
      return (
        <StatusPanel badge={<Badge>Withdrawn</Badge>} title="Your membership was withdrawn">
          <p>
            You were approved on {closed}, but the site’s operator has since withdrawn your
            membership. You may apply again.
          </p>
        </StatusPanel>
      );
    case "declined":
      return (
        <StatusPanel
          badge={<Badge tone="negative">Declined</Badge>}
          title="Your application was declined"
        >
          <p>
            Closed on {closed} by {votesOf(own)}. You may apply again: a new application starts with
            no votes.
          </p>
          <Statement {...own} />
        </StatusPanel>
      );
    case "undecided":
      return (
        <StatusPanel badge={<Badge>Undecided</Badge>} title="Your application closed undecided">
          <p>
            When voting ended on {closed}, it stood at {votesOf(own)}. You may apply again: a new
            application starts with no votes.
          </p>
          <Statement {...own} />
        </StatusPanel>
      );
  }
}

interface StatusPanelProps {
  badge: ReactNode;
  title: string;
  children: ReactNode;
}

const StatusPanel = ({ badge, title, children }: StatusPanelProps) => (
  <div className="grid justify-items-start gap-3 text-base">
    {badge}
    <h3 className="font-display text-xl font-medium text-balance">{title}</h3>
    {children}
  </div>
);

const Statement = ({ statement }: { statement: string }) => (
  <details className="w-full">
    <summary className="link inline-flex items-center touch">What you wrote</summary>
    <LinkedText text={statement} className="mt-2 border-s-2 border-line ps-3" />
  </details>
);
