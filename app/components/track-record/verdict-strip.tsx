import { TextLink } from "~/components/ui/link";
import type { Engine } from "~/domain/engines";
import { CONFIDENCE, MIN_WEEKS } from "~/domain/track-record-statistics";
import type { Verdict } from "~/services/recommendations/verdict.server";
import { figure, plural } from "~/utils/format";
import { engineDisplay } from "./engine-display";
import { gainColor } from "./record-parts";
import { shortChange, SmallChart } from "./verdict";

interface VerdictStripProps {
  engine: Engine;
  verdict: Verdict;
  /** Whether it stands on the page of the track record. */
  isOnRecord?: boolean;
}

/** The answer to whether an engine can be trusted, at the top of its page. */
export function VerdictStrip({ engine, verdict, isOnRecord = false }: VerdictStripProps) {
  const { weeks, value, bitcoin, ownMix, worstFall, bitcoinWorstFall } = verdict;
  const { name, list } = engineDisplay[engine];
  return (
    <section
      aria-labelledby="verdict"
      className="grid grid-cols-1 items-center gap-x-14 gap-y-4 pb-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      <div>
        <h2 id="verdict" className="font-display text-xl font-medium text-balance sm:text-2xl">
          In {plural(weeks, "week")} {name} {describeChange(value)}; BTC {describeChange(bitcoin)}.
        </h2>
        <p className="mt-2 max-w-measure text-base text-pretty">
          {ownMix === null ? null : `${compareWithMix(value, ownMix)} `}
          {describeLuck(verdict)}{" "}
          <TextLink to={isOnRecord ? "#luck" : `${list}/track-record`}>
            {isOnRecord ? "Luck or skill, in figures" : "The full track record"}
          </TextLink>
        </p>
      </div>
      <div>
        <SmallChart engine={engine} verdict={verdict} />
        <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm tabular-nums">
          {ownMix === null ? null : <Figure label="Its own average mix" percent={ownMix} />}
          <Figure label="Worst fall" percent={worstFall} />
          <Figure label="Worst fall of BTC" percent={bitcoinWorstFall} />
        </dl>
      </div>
    </section>
  );
}

const Figure = ({ label, percent }: { label: string; percent: number }) => {
  const change = shortChange(percent);
  return (
    <div className="flex gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className={gainColor(change)}>{change}</dd>
    </div>
  );
};

const size = (percent: number) => figure(Math.abs(percent), { digits: 1 });
const rounded = (percent: number) => (Math.sign(percent) * Math.round(Math.abs(percent) * 10)) / 10;
const isZero = (percent: number) => rounded(percent) === 0;

/** 1.04 → "gained 1.0%" */
export function describeChange(percent: number): string {
  if (isZero(percent)) return "stayed level";
  return `${percent > 0 ? "gained" : "lost"} ${size(percent)}%`;
}

/** What the choice of weeks added to always holding the same. */
export function compareWithMix(value: number, ownMix: number): string {
  // Of the figures that are shown, so that a reader who subtracts them finds the same.
  const added = rounded(value) - rounded(ownMix);
  const so = isZero(added)
    ? "so changing it every week made no difference"
    : `so changing it every week ${added > 0 ? "added" : "cost"} ${size(added)} points`;
  return `Holding its own average mix all along would have ${describeChange(ownMix)}, ${so}.`;
}

/** Whether it is more than luck, and what that means. */
export function describeLuck({
  weeks,
  isLuckExcluded,
}: Pick<Verdict, "weeks" | "isLuckExcluded">): string {
  if (isLuckExcluded) {
    return `Luck is excluded with ${figure(CONFIDENCE * 100, { digits: 0 })}% confidence: chance alone would hardly ever do as well.`;
  }
  return weeks < MIN_WEEKS
    ? `Luck is not excluded: after ${plural(weeks, "week")} nobody can tell skill from chance.`
    : "Luck is not excluded: a method without any skill could have done the same by chance.";
}
