import { clsx } from "clsx";
import { plural } from "~/utils/format";

export interface Votes {
  approvals: number;
  declines: number;
  /** How many approvals or declines decide the vote. */
  needed: number;
}

/** The votes on an application: a filled mark for each vote, an empty one for each still needed. */
export const VoteTally = ({ approvals, declines, needed }: Votes) => (
  <dl className="grid grid-cols-[auto_auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
    <VoteRow
      word="approval"
      count={approvals}
      needed={needed}
      markClass="border-positive bg-positive forced-colors:bg-[CanvasText]"
    />
    <VoteRow
      word="decline"
      count={declines}
      needed={needed}
      markClass="border-negative bg-negative forced-colors:bg-[CanvasText]"
    />
  </dl>
);

interface VoteRowProps {
  word: string;
  count: number;
  needed: number;
  /** Classes of a filled mark. */
  markClass: string;
}

const VoteRow = ({ word, count, needed, markClass }: VoteRowProps) => (
  <div className="col-span-full grid grid-cols-subgrid items-center">
    <dt className="sr-only">{word === "approval" ? "For" : "Against"}</dt>
    <dd aria-hidden="true" className="flex gap-1">
      {Array.from({ length: Math.max(count, needed) }, (_, index) => (
        <span
          key={index}
          className={clsx(
            "size-3 rounded-full border-2",
            index < count ? markClass : "border-edge",
          )}
        />
      ))}
    </dd>
    <dd className="col-span-2 tabular-nums">
      {plural(count, word)} <span className="text-muted">of {needed}</span>
    </dd>
  </div>
);
