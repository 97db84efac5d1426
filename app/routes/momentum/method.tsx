import {
  MethodExplanation,
  CalculationTable,
  type CalculationRow,
} from "~/components/recommendations/method-explanation";
import { figureOrDash } from "~/utils/format";
import { DateTime } from "~/components/ui/date-time";
import {
  MAX_ALLOCATION,
  MOMENTUM_DAYS,
  momentumAssets,
  MAX_VOLATILITY,
  type AssetMomentum,
  type Momentum,
} from "~/domain/momentum";
import type { SerializedMomentum } from "~/presenters/recommendations";

const steps = [
  {
    title: "Four weeks of change",
    text: `The last daily close of BTC, SOL and USDT is compared with the close ${MOMENTUM_DAYS} days earlier.`,
  },
  {
    title: "A hurdle to clear",
    text: "The hurdle is the gain of USDT, or zero if it did not gain. Only gains of BTC and SOL above the hurdle count; if neither cleared it, everything stays in USDT.",
  },
  {
    title: "Steadiness counts",
    text: "Each gain is divided by the asset’s annual volatility, so that a steady rise counts for more than a wild one. The two assets are weighted in that proportion.",
  },
  {
    title: "A cap on volatility",
    text: `If the combined volatility of the two exceeds ${MAX_VOLATILITY}% a year, only as much is invested as keeps it within that limit.`,
  },
  {
    title: "Whole percentages",
    text: `Allocations are rounded down, no asset gets more than ${MAX_ALLOCATION}%, and USDT takes the rest.`,
  },
] as const;

interface MethodProps {
  latest: SerializedMomentum | undefined;
  calculation: Momentum | null;
}

export const Method = ({ latest, calculation }: MethodProps) => (
  <MethodExplanation
    title="How Momentum Works"
    standfirst="Fixed rules applied to daily closing prices: no forecasts, no opinions, no machine learning. The same closes always give the same split."
    steps={steps}
    example={
      latest && calculation
        ? {
            table: <WorkedExample latest={latest} momentum={calculation} />,
            to: `/momentum/${latest.id}`,
          }
        : null
    }
  />
);

const WorkedExample = ({
  latest,
  momentum,
}: {
  latest: SerializedMomentum;
  momentum: Momentum;
}) => (
  <CalculationTable
    caption={
      <>
        Worked example for the week of <DateTime value={latest.weekDate} />: {latest.source} up to{" "}
        <DateTime value={momentum.asOf} />, in US dollars.
      </>
    }
    columns={momentumAssets}
    rows={calculationRows(momentum)}
    result={{
      step: 5,
      label: "Allocation",
      values: momentumAssets.map((asset) => `${momentum.allocation[asset]}%`),
    }}
  />
);

export function calculationRows(momentum: Momentum): CalculationRow[] {
  const { assets, hurdle, exposure } = momentum;
  const row = (
    step: number,
    label: string,
    valueOf: (asset: AssetMomentum) => string,
  ): CalculationRow => ({
    step,
    label,
    values: momentumAssets.map((asset) => valueOf(assets[asset])),
  });
  return [
    row(1, `Close ${MOMENTUM_DAYS} days before`, ({ first }) => dollars(first)),
    row(1, "Last close", ({ last }) => dollars(last)),
    row(1, "Change", ({ rateOfChange }) => percent(rateOfChange, { isSigned: true })),
    row(2, `Gain above the hurdle of ${percent(hurdle)}`, ({ excess }) => percent(excess)),
    row(3, "Annual volatility", ({ volatility }) => percent(volatility)),
    row(3, "Gain ÷ volatility", ({ score }) => figureOrDash(score, { digits: 3 })),
    row(3, "Weight", ({ weight }) => percent(toPercent(weight))),
    row(4, describeExposure(momentum), ({ weight }) =>
      exposure === null || weight === null ? "–" : percent(toPercent(weight * exposure)),
    ),
  ];
}

function describeExposure({ exposure, portfolioVolatility }: Momentum): string {
  if (exposure === null) return "Invested: nothing, as neither clears the hurdle";
  const volatility = percent(portfolioVolatility);
  return exposure < 1
    ? `Invested: ${MAX_VOLATILITY}% ÷ ${volatility} combined volatility = ${percent(toPercent(exposure))}`
    : `Invested: all, as their combined volatility of ${volatility} is within ${MAX_VOLATILITY}%`;
}

const toPercent = (part: number | null): number | null => (part === null ? null : part * 100);

const percent = (value: number | null, options?: Parameters<typeof figureOrDash>[1]): string =>
  value === null ? "–" : `${figureOrDash(value, options)}%`;

/** Small prices get more decimals, so that daily changes remain visible. */
const dollars = (close: AssetMomentum["last"]): string =>
  close ? figureOrDash(close.close, { digits: close.close < 10 ? 4 : 2 }) : "–";
