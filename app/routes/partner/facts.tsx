import { VOTING_DAYS, votesNeeded } from "~/domain/membership";
import { formatNumber } from "~/utils/format";

/** Key figures of the organisation. */
export const Facts = ({ members }: { members: number }) => {
  const needed = votesNeeded(members);
  return (
    <dl className="mb-10 grid gap-x-8 border-y border-line sm:mb-12 sm:grid-cols-3">
      <Fact value={members} label={members === 1 ? "member" : "members"} />
      <Fact value={needed} label={needed === 1 ? "vote decides" : "votes of one kind decide"} />
      <Fact value={VOTING_DAYS} label="days an application is open" />
    </dl>
  );
};

const Fact = ({ value, label }: { value: number; label: string }) => (
  <div className="flex flex-row-reverse items-baseline justify-end gap-3 py-3 not-first:border-t not-first:border-line sm:border-none! sm:py-5">
    <dt className="text-base text-muted">{label}</dt>
    <dd className="max-sm:min-w-8 font-display text-3xl font-medium tabular-nums">
      {formatNumber(value)}
    </dd>
  </div>
);
