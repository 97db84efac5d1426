import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { BLOCK_WEEKS, DRAWS, DRAWS_SEED } from "~/domain/stationary-bootstrap";
import {
  CONFIDENCE,
  MIN_WEEKS,
  type Bar,
  type MeanExcess,
  type RecordStatistics,
} from "~/domain/track-record-statistics";
import { LAGS } from "~/domain/weekly-returns";
import { change, figure, figureOrDash, formatNumber } from "~/utils/format";
import { Disclosure } from "./calculation-steps";
import { annual } from "./comparison";
import { round } from "./line-chart-geometry";
import { DataTable } from "./data-table";

interface SignificanceProps {
  name: string;
  statistics: RecordStatistics | null;
  /** Describes the variants that were tried before this method was chosen. */
  trials: string;
  /** A sentence on what was chosen with knowledge of prices, and is not among the trials. */
  hindsight: string;
}

const CERTAIN = figure(CONFIDENCE * 100, { digits: 0 });

export function Significance({ name, statistics, trials, hindsight }: SignificanceProps) {
  if (!statistics) {
    return (
      <p className="mt-4 max-w-measure text-base text-pretty">
        <b className="font-medium">Not known yet.</b> With fewer than {MIN_WEEKS} weeks, or without
        the closes of what was held on average, luck cannot be told from skill.
      </p>
    );
  }
  const { weeks, overMix, overBitcoin, bets, sharpe, excessSharpe, bars } = statistics;
  const { probabilistic, deflated, deflatedWithoutTiming, threshold, trials: tried } = statistics;
  return (
    <>
      <p className="mt-4 max-w-measure text-base text-pretty">
        Skill is measured against {name}’s own mean mix: a portfolio that always holds what {name}{" "}
        held on average, for the same fees. Merely holding what has risen is no better than that.{" "}
        <Verdict name={name} interval={overMix.interval} />
      </p>
      <dl className="mt-6 grid gap-x-10 gap-y-5 tabular-nums sm:grid-cols-2 lg:grid-cols-3">
        <Statistic label="Mean weekly return above its mean mix" value={change(overMix.mean)}>
          {intervalOf(overMix)}
        </Statistic>
        <Statistic label="Mean weekly return above BTC" value={change(overBitcoin.mean)}>
          {intervalOf(overBitcoin)}; this also rewards the mere holding of something else
        </Statistic>
        <Statistic label="Independent bets" value={figure(bets, { digits: 1 })}>
          of {formatNumber(weeks)} weeks: neighbouring weeks resemble each other, so these say as
          much about the mean as that many unrelated weeks. Trades and tokens are not counted
        </Statistic>
        <Statistic label="Annual Sharpe ratio" value={annual(sharpe.engine)}>
          of weekly returns above Treasury bills; its mean mix {annual(sharpe.mix)}, BTC{" "}
          {annual(sharpe.bitcoin)}
        </Statistic>
        <Statistic label="Annual information ratio" value={annual(excessSharpe)}>
          the Sharpe ratio of weekly returns above its mean mix
        </Statistic>
        <Statistic label="Probabilistic Sharpe ratio" value={chance(probabilistic)}>
          probability that the true information ratio is above 0
        </Statistic>
        <Statistic label="Deflated Sharpe ratio" value={chance(deflated)} isWide>
          probability that the true information ratio is above {annual(threshold)}, the highest to
          be expected from {formatNumber(tried.count)} trials without skill: {trials}. A mix that
          times nothing has {chance(deflatedWithoutTiming)}; skill is usually accepted from{" "}
          {CERTAIN}% on. {hindsight}
        </Statistic>
      </dl>
      <BootstrapHistogram bars={bars} interval={overMix.interval} />
      <Disclosure summary="How these are computed">
        <Formulas statistics={statistics} />
      </Disclosure>
    </>
  );
}

const intervalOf = ({ interval }: MeanExcess) =>
  `${CERTAIN}% confidence interval ${change(interval.low)} to ${change(interval.high)}`;

function Verdict({ name, interval }: { name: string; interval: MeanExcess["interval"] }) {
  if (interval.low > 0) {
    return (
      <>
        The whole confidence interval is above 0: over these weeks the timing of {name} added more
        than the variation between weeks explains.
      </>
    );
  }
  if (interval.high < 0) {
    return (
      <>
        The whole confidence interval is below 0: over these weeks the timing of {name} cost more
        than the variation between weeks explains.
      </>
    );
  }
  return (
    <>
      The confidence interval contains 0: luck is enough to explain the difference between {name}{" "}
      and its mean mix.
    </>
  );
}

const chance = (value: number | null) =>
  value === null ? "–" : `${figure(value * 100, { digits: 1 })}%`;

interface StatisticProps {
  label: string;
  value: string;
  children: ReactNode;
  /** Whether it takes a whole row, for a long explanation. */
  isWide?: boolean;
}

const Statistic = ({ label, value, children, isWide = false }: StatisticProps) => (
  <div className={clsx("border-t border-line pt-2", isWide && "sm:col-span-2 lg:col-span-3")}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-display text-2xl">{value}</dd>
    <dd className="max-w-measure text-sm text-pretty text-muted">{children}</dd>
  </div>
);

const Formulas = ({ statistics }: { statistics: RecordStatistics }) => (
  <ul className="max-w-measure list-disc space-y-2 ps-5 text-base text-pretty">
    <li>
      <b className="font-medium">Confidence interval:</b> the stationary bootstrap of Politis and
      Romano (1994) resamples the weekly returns above the mean mix {formatNumber(DRAWS)} times, in
      blocks of {BLOCK_WEEKS} weeks on average, with the random seed {DRAWS_SEED}. The interval
      contains the middle {CERTAIN}% of the means.
    </li>
    <li>
      <b className="font-medium">Independent bets:</b> n / (1 + 2·Σρ⁺), where ρ⁺ are the positive
      autocorrelations of the weekly returns above the mean mix at 1 to {LAGS} weeks (after Bayley
      and Hammersley 1946).
    </li>
    <li>
      <b className="font-medium">Sharpe and information ratio:</b> the mean of the weekly
      differences from Treasury bills or from the mean mix, divided by their standard deviation
      (Sharpe 1994), times √(365/7). If all differences are 0, as for a constant mix above itself,
      the ratio is 0; if all are equal and not 0, it is not defined.
    </li>
    <li>
      <b className="font-medium">Probabilistic Sharpe ratio:</b> Φ((SR − SR*)·√(n − 1) / √(1 − γ₃·SR
      + (γ₄ − 1)/4·SR²)) with SR* = 0, the information ratio SR per week, and the skewness γ₃ and
      the kurtosis γ₄ of the weekly returns above the mean mix, here{" "}
      {figureOrDash(statistics.skewness)} and {figureOrDash(statistics.kurtosis)} (Bailey and López
      de Prado 2012).
    </li>
    <li>
      <b className="font-medium">Deflated Sharpe ratio:</b> the same with SR* = √V·((1 − γ)·Φ⁻¹(1 −
      1/N) + γ·Φ⁻¹(1 − 1/(N·e))), where γ is 0.5772 and N the number of trials (Bailey and López de
      Prado 2014). V is the variance of the information ratios of the trials, each above its own
      mean mix, if all of them were simulated, and otherwise 1/(n − 1), the variance of ratios
      without skill.
    </li>
  </ul>
);

/** Height of the plot in CSS pixels; the SVG's height class must match. */
const HEIGHT = 128;

interface DrawBarsProps extends Pick<MeanExcess, "interval"> {
  bars: readonly Bar[];
}

/** A histogram of the means that the bootstrap drew: filled within the interval, outlined outside of it. */
export function BootstrapHistogram({ bars, interval }: DrawBarsProps) {
  const id = useId();
  const [low, high] = [bars[0]!.from, bars.at(-1)!.to];
  const most = Math.max(...bars.map(({ count }) => count));
  const toPercent = (value: number) =>
    high > low ? round(((value - low) / (high - low)) * 100) : 50;
  const isInside = (bar: Bar) => {
    const middle = (bar.from + bar.to) / 2;
    return middle >= interval.low && middle <= interval.high;
  };
  const hasZero = low < 0 && high > 0;
  return (
    <figure className="mt-8">
      <figcaption className="max-w-measure text-sm text-pretty text-muted">
        Mean weekly return above the mean mix in each of the {formatNumber(DRAWS)} bootstrap draws,
        in percent; bars within the confidence interval are filled
      </figcaption>
      <svg
        role="img"
        aria-labelledby={`${id}title ${id}text`}
        className="mt-6 mb-10 block h-[128px] w-full max-w-2xl overflow-visible text-sm tabular-nums"
      >
        <title id={`${id}title`}>Distribution of the bootstrap means</title>
        <desc id={`${id}text`}>
          {`The means range from ${change(low)} to ${change(high)}; the confidence interval is from ${change(interval.low)} to ${change(interval.high)}. The table has the counts.`}
        </desc>
        <g aria-hidden="true">
          {bars.map((bar) => {
            const height = round((bar.count / most) * HEIGHT);
            const width = bars.length > 1 ? toPercent(bar.to) - toPercent(bar.from) : 4;
            return (
              <rect
                key={bar.from}
                x={`${round(toPercent(bar.from) + width * 0.1)}%`}
                width={`${round(width * 0.8)}%`}
                y={HEIGHT - height}
                height={height}
                className={
                  isInside(bar) ? "fill-accent stroke-accent" : "fill-accent-wash stroke-accent"
                }
              />
            );
          })}
          <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-edge" />
          {hasZero ? (
            <line
              x1={`${toPercent(0)}%`}
              x2={`${toPercent(0)}%`}
              y1={-8}
              y2={HEIGHT + 6}
              className="stroke-ink stroke-[1.5px] [stroke-dasharray:4_3]"
            />
          ) : null}
          <Label at={0} anchor="start" text={percent(low)} />
          {hasZero && toPercent(0) > 18 && toPercent(0) < 82 ? (
            <Label at={toPercent(0)} anchor="middle" text="0" />
          ) : null}
          <Label at={100} anchor="end" text={percent(high)} />
        </g>
      </svg>
      <Disclosure summary="The draws as a table">
        <DataTable
          caption="Number of draws with a mean in each range"
          rows={bars}
          keyOf={({ from }) => String(from)}
          columns={[
            { label: "From", cell: ({ from }) => percent(from) },
            { label: "To", cell: ({ to }) => percent(to) },
            { label: "Draws", cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </Disclosure>
    </figure>
  );
}

const percent = (value: number) => `${figure(value, { digits: 2, isSigned: true })}%`;

interface LabelProps {
  at: number;
  anchor: "start" | "middle" | "end";
  text: string;
}

const Label = ({ at, anchor, text }: LabelProps) => (
  <text x={`${at}%`} y={HEIGHT + 22} textAnchor={anchor} className="fill-muted">
    {text}
  </text>
);
