import { clsx } from "clsx";
import type { ReactNode } from "react";
import { SampleBadge } from "../recommendations/recommendation-parts";
import { DateTime } from "../ui/date-time";
import { addDays, type Day } from "~/domain/calendar-days";
import { describeOutcome } from "~/domain/outcome-words";
import { OUTCOME_DAYS, START_VALUE, type Outcome } from "~/domain/track-record";
import { Gain } from "./record-parts";
import { figure, formatNumber, plural } from "~/utils/format";

interface RecommendationOutcomeProps {
  /** The day on which the recommendation was made; it is entered at that day's close. */
  day: Day;
  outcome: Outcome;
  source: { label: string; isSample: boolean } | null;
  settlement: SettlementProps | null;
  /** Whether there is no earlier recommendation to compare with. */
  isFirst: boolean;
}

/** What 100 invested in one recommendation became in a week, if known yet. */
export function RecommendationOutcome({
  day,
  outcome,
  source,
  settlement,
  isFirst,
}: RecommendationOutcomeProps) {
  return (
    <section aria-labelledby="outcome" className="mt-12 border-t-2 border-edge pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="outcome" className="section-title">
          Outcome
        </h2>
        {source?.isSample && outcome.state !== "missing" ? (
          <SampleBadge>Sample prices</SampleBadge>
        ) : null}
      </div>
      {outcome.state === "known" ? (
        <OutcomeDetails {...{ day, outcome, source, isFirst }} />
      ) : (
        <p className="mt-2 max-w-measure text-base text-pretty">
          {outcome.state === "pending" ? (
            <>
              The recommendation is entered at the close of{" "}
              <DateTime value={day} className="whitespace-nowrap" /> and valued at the close of{" "}
              <DateTime value={addDays(day, OUTCOME_DAYS)} className="whitespace-nowrap" />
              {outcome.soFar ? (
                <>
                  ; the newest close is that of{" "}
                  <DateTime value={outcome.soFar.until} className="whitespace-nowrap" />
                </>
              ) : null}
              .
            </>
          ) : (
            <>
              <b className="font-medium">{capitalised(describeOutcome(outcome, day))}.</b> Its
              return from <DateTime value={day} /> to{" "}
              <DateTime value={addDays(day, OUTCOME_DAYS)} /> cannot be computed without them.
            </>
          )}
        </p>
      )}
      {settlement ? <Settlement {...settlement} /> : null}
    </section>
  );
}

type KnownOutcome = Extract<Outcome, { state: "known" }>;

interface OutcomeDetailsProps extends Pick<
  RecommendationOutcomeProps,
  "day" | "source" | "isFirst"
> {
  outcome: KnownOutcome;
}

function OutcomeDetails({ day, outcome, source, isFirst }: OutcomeDetailsProps) {
  const { value, bitcoin, previous, drawdown, gaps, until } = outcome;
  return (
    <>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        What {START_VALUE} became from the close of <DateTime value={day} /> to that of{" "}
        <DateTime value={until} />
        {source ? ` (${source.label})` : ""}. Fees are not deducted here.
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-6 tabular-nums sm:grid-cols-4">
        <OutcomeValue label="This recommendation" value={value} isMain />
        <OutcomeValue label="BTC held" value={bitcoin} />
        <OutcomeValue
          label="Previous recommendation"
          value={previous}
          missingReason={isFirst ? "there is none" : "no closes for it"}
        />
        <div className="border-t border-line pt-2">
          <dt className="text-sm text-muted">Drawdown</dt>
          <dd className="font-display text-2xl">{figure(drawdown)}%</dd>
          <dd className="text-sm text-muted">
            {gaps ? `${plural(gaps, "day")} without closes omitted` : "largest fall from a peak"}
          </dd>
        </div>
      </dl>
    </>
  );
}

interface OutcomeValueProps {
  label: string;
  /** What 100 became; `null` if unknown. */
  value: number | null;
  missingReason?: string;
  isMain?: boolean;
}

function OutcomeValue({ label, value, missingReason, isMain = false }: OutcomeValueProps) {
  return (
    <div className={clsx("border-t pt-2", isMain ? "border-ink" : "border-line")}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={clsx("font-display text-2xl", isMain && "font-medium")}>
        {value === null ? "–" : figure(value)}
      </dd>
      <dd className="text-sm text-muted">
        {value === null ? missingReason : <Gain percent={value - START_VALUE} />}
      </dd>
    </div>
  );
}

const capitalised = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

interface LedgerMark {
  seq: number;
  hash: string;
}

interface LedgerEntryProps {
  /** Its own entry; `null` if it is not entered yet. */
  entry: LedgerMark | null;
  /** The newest checkpoint. */
  head: {
    size: number;
    root: string;
    witnesses: number;
    timestampedAt: string | null;
  } | null;
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
          ? "Its entry has everything that it was made from; the mentions of texts are in it as one digest. Write down the root of the entries so far: if any of them were changed later, their root would change too."
          : "It has no entry yet."}
      </p>
      <dl className="mt-4 divide-y divide-line border-y border-line text-base">
        {entry ? (
          <Hash hash={entry.hash}>
            Its entry, <EntryLink seq={entry.seq}>no. {entry.seq}</EntryLink>
          </Hash>
        ) : null}
        {head ? (
          <Hash hash={head.root}>
            Root of{" "}
            <a href="/ledger/checkpoint" className="link">
              {head.size} entries
            </a>
          </Hash>
        ) : null}
      </dl>
      {head?.witnesses || head?.timestampedAt ? (
        <p className="mt-2 text-base text-muted">
          {head.witnesses ? `Cosigned by ${plural(head.witnesses, "witness", "witnesses")}. ` : ""}
          {head.timestampedAt ? (
            <>
              An authority saw this root on <DateTime value={head.timestampedAt} />.
            </>
          ) : null}
        </p>
      ) : null}
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-base">
        <a href="/api/ledger/export" className="link inline-flex items-center touch">
          Download the ledger
        </a>
        <a href="/ledger/key" className="link inline-flex items-center touch">
          The public key of its signatures
        </a>
      </p>
    </section>
  );
}

const Hash = ({ hash, children }: { hash: string; children: ReactNode }) => (
  <div className="grid gap-x-4 py-2 sm:grid-cols-[10.5rem_1fr]">
    <dt className="text-muted">{children}</dt>
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
const SHOWN_TEXTS = 20;

export interface SettlementProps {
  entry: LedgerMark;
  settledAt: Date;
  corrections: readonly Correction[];
  changedTexts: { count: number; listed: readonly ChangedText[] };
}

/** A text that counted and was removed or edited before the settlement. */
interface ChangedText {
  change: "removed" | "edited";
  kind: string;
  token: string;
  p: number;
  weight: number;
}

/** How an outcome was settled, and which closes were corrected since. */
export const Settlement = ({ entry, settledAt, corrections, changedTexts }: SettlementProps) => (
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
    {changedTexts.count ? <ChangedTexts {...changedTexts} /> : null}
  </div>
);

const ChangedTexts = ({ count, listed }: SettlementProps["changedTexts"]) => (
  <>
    <p className="mt-2">
      <b className="font-medium">
        {count === 1 ? "A text that counted was" : `${formatNumber(count)} texts that counted were`}{" "}
        removed or edited before the settlement:
      </b>
    </p>
    <ul className="mt-1 list-disc ps-5">
      {listed.slice(0, SHOWN_TEXTS).map(({ change, kind, token, p, weight }, i) => (
        <li key={i}>
          {change}: {kind} on {token}, p {figure(p, { digits: 4, isSigned: true })}, weight of its
          author {figure(weight, { digits: 4 })}
        </li>
      ))}
      {count > SHOWN_TEXTS ? <li>and {formatNumber(count - SHOWN_TEXTS)} more</li> : null}
    </ul>
  </>
);
