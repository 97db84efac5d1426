import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { DateTime } from "../ui/date-time";
import { LinkedText } from "../ui/linked-text";
import type { OwnApplication, SerializedStanding } from "~/presenters/membership";
import { plural } from "~/utils/format";
import { clsx } from "clsx";

const votesOf = ({ approvals, declines }: OwnApplication) =>
  `${plural(approvals, "approval")} to ${plural(declines, "decline")}`;

export function MembershipStatus({ standing }: { standing: SerializedStanding }) {
  const { isMember, own } = standing;
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

export interface Votes {
  approvals: number;
  declines: number;
  /** How many approvals or declines decide the vote. */
  needed: number;
}

/** The votes on an application: a filled mark for each vote, an empty one for each still needed. */
export const VoteTally = ({ approvals, declines, needed }: Votes) => (
  <dl className="grid grid-cols-[auto_auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
    <VoteRow votes={plural(approvals, "approval")} count={approvals} needed={needed} isFor />
    <VoteRow votes={plural(declines, "decline")} count={declines} needed={needed} />
  </dl>
);

interface VoteRowProps {
  votes: string;
  count: number;
  needed: number;
  isFor?: boolean;
}

const VoteRow = ({ votes, count, needed, isFor = false }: VoteRowProps) => (
  <div className="col-span-full grid grid-cols-subgrid items-center">
    <dt className="sr-only">{isFor ? "For" : "Against"}</dt>
    <dd aria-hidden="true" className="flex gap-1">
      {Array.from({ length: Math.max(count, needed) }, (_, index) => (
        <span
          key={index}
          className={clsx(
            "size-3 rounded-full border-2",
            index < count ? "forced-colors:bg-[CanvasText]" : "border-edge",
            index < count &&
              (isFor ? "border-positive bg-positive" : "border-negative bg-negative"),
          )}
        />
      ))}
    </dd>
    <dd className="col-span-2 tabular-nums">
      {votes} <span className="text-muted">of {needed}</span>
    </dd>
  </div>
);
