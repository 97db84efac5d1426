import type { ReactNode } from "react";
import { BLOCK_WEEKS, DRAWS, DRAWS_SEED } from "~/domain/stationary-bootstrap";
import { CONFIDENCE, MIN_WEEKS, type RecordStatistics } from "~/domain/track-record-statistics";
import { LAGS } from "~/domain/weekly-returns";
import { change, figure, formatNumber } from "~/utils/format";
import { Disclosure } from "./calculation-steps";
import { annual } from "./comparison";
import { BootstrapHistogram } from "./bootstrap-histogram";

interface SignificanceProps {
  name: string;
  statistics: RecordStatistics | null;
  /** Describes the variants that were tried before this method was chosen. */
  trials: string;
}

const CERTAIN = figure(CONFIDENCE * 100, { digits: 0 });

/** Statistics on whether a track record can be explained by luck. */
export function Significance({ name, statistics, trials }: SignificanceProps) {
  if (!statistics) {
    return (
      <p className="mt-4 max-w-measure text-base text-pretty">
        <b className="font-medium">Not known yet.</b> With fewer than {MIN_WEEKS} weeks, luck cannot
        be told from skill.
      </p>
    );
  }
  const { weeks, meanExcess, interval, bets, sharpe, bitcoinSharpe, bars } = statistics;
  const { probabilistic, deflated, threshold, trials: tried } = statistics;
  const isAbove = interval.low > 0;
  return (
    <>
      <p className="mt-4 max-w-measure text-base text-pretty">
        {isAbove
          ? `The whole confidence interval is above 0: over these weeks ${name} did better than BTC, by more than the variation between weeks explains.`
          : interval.high < 0
            ? `The whole confidence interval is below 0: over these weeks ${name} did worse than BTC.`
            : `The confidence interval contains 0: luck is enough to explain the difference between ${name} and BTC.`}
      </p>
      <dl className="mt-6 grid gap-x-10 gap-y-5 tabular-nums sm:grid-cols-2 lg:grid-cols-3">
        <Statistic label="Mean weekly return above BTC" value={change(meanExcess)}>
          {CERTAIN}% confidence interval {change(interval.low)} to {change(interval.high)}
        </Statistic>
        <Statistic label="Independent bets" value={figure(bets, { digits: 1 })}>
          of {formatNumber(weeks)} weeks
        </Statistic>
        <Statistic label="Annual Sharpe ratio" value={annual(sharpe)}>
          of weekly returns above USDT; BTC {annual(bitcoinSharpe)}
        </Statistic>
        <Statistic label="Probabilistic Sharpe ratio" value={chance(probabilistic)}>
          probability that the true Sharpe ratio is above 0
        </Statistic>
        <Statistic label="Deflated Sharpe ratio" value={chance(deflated)}>
          probability that it is above {annual(threshold)}, the highest to be expected from{" "}
          {formatNumber(tried.count)} trials without skill: {trials}
        </Statistic>
      </dl>
      <BootstrapHistogram bars={bars} interval={interval} />
      <Disclosure summary="How these are computed">
        <Formulas />
      </Disclosure>
    </>
  );
}

const chance = (value: number | null) =>
  value === null ? "–" : `${figure(value * 100, { digits: 1 })}%`;

interface StatisticProps {
  label: string;
  value: string;
  children: ReactNode;
}

const Statistic = ({ label, value, children }: StatisticProps) => (
  <div className="border-t border-line pt-2">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-display text-2xl">{value}</dd>
    <dd className="text-sm text-pretty text-muted">{children}</dd>
  </div>
);

const Formulas = () => (
  <ul className="max-w-measure list-disc space-y-2 ps-5 text-base text-pretty">
    <li>
      <b className="font-medium">Confidence interval:</b> the stationary bootstrap of Politis and
      Romano (1994) resamples the weekly returns above BTC {formatNumber(DRAWS)} times, in blocks of{" "}
      {BLOCK_WEEKS} weeks on average, with the random seed {DRAWS_SEED}. The interval contains the
      middle {CERTAIN}% of the means.
    </li>
    <li>
      <b className="font-medium">Independent bets:</b> n / (1 + 2·Σρ⁺), where ρ⁺ are the positive
      autocorrelations of the weekly returns above BTC at 1 to {LAGS} weeks (after Bayley and
      Hammersley 1946).
    </li>
    <li>
      <b className="font-medium">Probabilistic Sharpe ratio:</b> Φ((SR − SR*)·√(n − 1) / √(1 − γ₃·SR
      + (γ₄ − 1)/4·SR²)) with SR* = 0, the skewness γ₃ and the kurtosis γ₄ of weekly returns above
      USDT (Bailey and López de Prado 2012).
    </li>
    <li>
      <b className="font-medium">Deflated Sharpe ratio:</b> the same with SR* = √V·((1 − γ)·Φ⁻¹(1 −
      1/N) + γ·Φ⁻¹(1 − 1/(N·e))), where γ is 0.5772 and N the number of trials (Bailey and López de
      Prado 2014). V is the variance of the Sharpe ratios of the trials if all of them were
      simulated, and otherwise 1/(n − 1), the variance of Sharpe ratios without skill.
    </li>
  </ul>
);
