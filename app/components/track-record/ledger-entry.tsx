import type { ReactNode } from "react";
import { DateTime } from "../ui/date-time";

/** An entry by its position and hash. */
interface LedgerMark {
  seq: number;
  hash: string;
}

interface LedgerEntryProps {
  /** Its own entry; `null` if it is not entered yet. */
  entry: LedgerMark | null;
  /** The newest entry of all. */
  head: LedgerMark | null;
  isInTrackRecord: boolean;
}

/** Where a recommendation stands in the ledger, and whether it enters the track record. */
export function LedgerEntry({ entry, head, isInTrackRecord }: LedgerEntryProps) {
  return (
    <section aria-labelledby="ledger" className="mt-14 max-w-3xl">
      <h2 id="ledger" className="section-title">
        In the ledger
      </h2>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        {isInTrackRecord
          ? "The schedule made this recommendation for its week, so it is part of the track record."
          : "This recommendation is not part of the track record, which contains only the one that the schedule makes for each week."}{" "}
        {entry
          ? "Its entry contains everything shown here. Write down the newest hash: if any entry up to it were changed later, that hash would change too."
          : "It has no entry yet."}
      </p>
      <dl className="mt-4 divide-y divide-line border-y border-line text-base">
        {entry ? <Mark label="Its entry" mark={entry} /> : null}
        {head ? <Mark label="The newest" mark={head} /> : null}
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-base">
        <a href="/api/ledger/export" className="link inline-flex items-center touch">
          Download the ledger
        </a>
        <a href="/.well-known/ledger-key.pem" className="link inline-flex items-center touch">
          The public key of its signatures
        </a>
      </p>
    </section>
  );
}

const Mark = ({ label, mark: { seq, hash } }: { label: string; mark: LedgerMark }) => (
  <div className="grid gap-x-4 py-2 sm:grid-cols-[10.5rem_1fr]">
    <dt className="text-muted">
      {label}, <EntryLink seq={seq}>no. {seq}</EntryLink>
    </dt>
    <dd className="font-mono text-sm break-all">{hash}</dd>
  </div>
);

const EntryLink = ({ seq, children }: { seq: number; children: ReactNode }) => (
  <a href={`/api/ledger/${seq}`} className="link">
    {children}
  </a>
);

/** A close that was corrected after an outcome was settled. */
interface Correction {
  asset: string;
  day: string;
  settled: number;
  now: number;
}

const SHOWN_CORRECTIONS = 10;

export interface SettlementProps {
  entry: LedgerMark;
  settledAt: Date;
  corrections: readonly Correction[];
}

/** How an outcome was settled, and which closes were corrected since. */
export const Settlement = ({ entry, settledAt, corrections }: SettlementProps) => (
  <div className="mt-5 max-w-measure text-base text-pretty">
    <p className="text-muted">
      Settled on <DateTime value={settledAt} /> as{" "}
      <EntryLink seq={entry.seq}>entry no. {entry.seq} of the ledger</EntryLink>; the outcome no
      longer changes.
    </p>
    {corrections.length ? (
      <>
        <p className="mt-2">
          <b className="font-medium">
            {corrections.length === 1 ? "A close has" : `${corrections.length} closes have`} been
            corrected since.
          </b>{" "}
          The outcome is still based on the earlier values:
        </p>
        <ul className="mt-1 list-disc ps-5">
          {corrections.slice(0, SHOWN_CORRECTIONS).map(({ asset, day, settled, now }) => (
            <li key={`${asset} ${day}`}>
              {asset} on <DateTime value={day} />: ${settled}, now ${now}
            </li>
          ))}
          {corrections.length > SHOWN_CORRECTIONS ? (
            <li>and {corrections.length - SHOWN_CORRECTIONS} more</li>
          ) : null}
        </ul>
      </>
    ) : null}
  </div>
);
