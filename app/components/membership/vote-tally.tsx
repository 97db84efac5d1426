import { clsx } from "clsx";
import { plural } from "~/utils/format";

export interface Votes {
  approvals: number;
  declines: number;
  /** How many of one kind decide. */
  needed: number;
}

/** How the votes on an application stand: a mark for each, and for each that is still needed. */
export const VoteTally = ({ approvals, declines, needed }: Votes) => (
  <dl className="grid grid-cols-[auto_auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
    <Side
      word="approval"
      count={approvals}
      needed={needed}
      mark="border-positive bg-positive forced-colors:bg-[CanvasText]"
    />
    <Side
      word="decline"
      count={declines}
      needed={needed}
      mark="border-negative bg-negative forced-colors:bg-[CanvasText]"
    />
  </dl>
);

interface SideProps {
  word: string;
  count: number;
  needed: number;
  /** The classes of a mark that stands for a vote. */
  mark: string;
}

const Side = ({ word, count, needed, mark }: SideProps) => (
  <div className="col-span-full grid grid-cols-subgrid items-center">
    <dt className="sr-only">{word === "approval" ? "For" : "Against"}</dt>
    <dd aria-hidden="true" className="flex gap-1">
      {Array.from({ length: Math.max(count, needed) }, (_, index) => (
        <span
          key={index}
          className={clsx("size-3 rounded-full border-2", index < count ? mark : "border-edge")}
        />
      ))}
    </dd>
    <dd className="col-span-2 tabular-nums">
      {plural(count, word)} <span className="text-muted">of {needed}</span>
    </dd>
  </div>
);
