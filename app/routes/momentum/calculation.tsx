import type { ReactNode } from "react";
import {
  Disclosure,
  Explanation,
  Formulas,
  Step,
  Steps,
  Workings,
  type Working,
} from "~/components/track-record/calculation-steps";
import { figure, price } from "~/utils/format";
import { DateTime } from "~/components/ui/date-time";
import { addDays } from "~/domain/calendar-days";
import {
  DAYS_PER_YEAR,
  MIN_RETURNS,
  MIN_VOLATILITY,
  MOMENTUM_DAYS,
  momentumAssets,
  riskyAssets,
  type AssetMomentum,
  type Momentum,
  type MomentumInputs,
} from "~/domain/momentum";
import { momentumFormulas } from "~/domain/momentum-formulas";
import { ClosesTable, EndsTable } from "./closes";
import {
  EIGHT_DECIMALS,
  FOUR_DECIMALS,
  toFourDecimals,
  SIX_DECIMALS,
  returnStatistics,
  usedDays,
  unavailableReason,
  type UsedDay,
} from "./calculation-steps";
import { AllocationSplit } from "./split";

interface CalculationProps {
  inputs: MomentumInputs;
  calculation: Momentum;
  source: string;
}

export function Calculation({ inputs, calculation, source }: CalculationProps) {
  const days = usedDays(inputs, calculation);
  return (
    <Steps>
      <Closes calculation={calculation} days={days} source={source} />
      <RatesOfChange calculation={calculation} />
      <Volatilities calculation={calculation} days={days} />
      <Excesses calculation={calculation} />
      <AllocationSplit calculation={calculation} />
    </Steps>
  );
}

interface StepProps {
  calculation: Momentum;
  days: readonly UsedDay[];
}

const Closes = ({ calculation, days, source }: StepProps & { source: string }) => (
  <Step number={1} title="The closes">
    <Explanation>
      Daily closes in US dollars, the last prices before midnight UTC: {source}. D is the last
      complete day before the recommendation was made, <DateTime value={calculation.asOf} />; D−
      {MOMENTUM_DAYS} is <DateTime value={addDays(calculation.asOf, -MOMENTUM_DAYS)} />. If one of
      these two days has no close, the close of the day before may stand in.
    </Explanation>
    <EndsTable calculation={calculation} />
    <Disclosure summary="All closes used, day by day">
      <ClosesTable days={days} />
    </Disclosure>
  </Step>
);

const RatesOfChange = ({ calculation: { assets } }: { calculation: Momentum }) => (
  <Step number={2} title="Four-week rate of change">
    <Formulas of={momentumFormulas.rateOfChange} />
    <Workings
      rows={momentumAssets.map((asset) => {
        const { first, last, rateOfChange } = assets[asset];
        if (!first || !last || rateOfChange === null)
          return unavailableWorking(asset, assets[asset]);
        return {
          label: asset,
          working: `(${price(last.close)} / ${price(first.close)} − 1) · 100`,
          result: `${figure(rateOfChange, { ...FOUR_DECIMALS, isSigned: true })}%`,
        };
      })}
    />
  </Step>
);

const Volatilities = ({ calculation: { assets }, days }: StepProps) => (
  <Step number={3} title="Volatility">
    <Formulas of={momentumFormulas.volatility} />
    <Explanation>
      s is the sample standard deviation of the daily returns ln(P<sub>day</sub> / P
      <sub>day before</sub>) among the {MOMENTUM_DAYS + 1} closes, between consecutive days only:
      the square root of Σ (return − mean)² / (number of returns − 1). An asset with fewer than{" "}
      {MIN_RETURNS} returns is left out. √{DAYS_PER_YEAR} is{" "}
      {figure(Math.sqrt(DAYS_PER_YEAR), SIX_DECIMALS)}.
    </Explanation>
    <Workings
      rows={riskyWorkings(assets, (asset, { volatility, isFloored }) => {
        const statistics = returnStatistics(days, asset);
        const floorNote = isFloored ? `, raised to ${MIN_VOLATILITY}` : "";
        return {
          working: statistics ? (
            <>
              {statistics.count} returns with the mean {figure(statistics.mean, SIX_DECIMALS)}:{" "}
              {figure(statistics.deviation, EIGHT_DECIMALS)} · √{DAYS_PER_YEAR} · 100{floorNote}
            </>
          ) : null,
          result: `${toFourDecimals(volatility)}%`,
        };
      })}
    />
  </Step>
);

const Excesses = ({ calculation: { assets, hurdle } }: { calculation: Momentum }) => (
  <Step number={4} title="Hurdle and excess">
    <Formulas of={momentumFormulas.excess} />
    <Explanation>
      Only the part of a gain that exceeds the gain of simply holding USDT counts.
    </Explanation>
    <Workings
      rows={[
        {
          label: "h",
          working:
            assets.USDT.rateOfChange === null
              ? "0, since USDT has no rate of change"
              : `max(0, ${toFourDecimals(assets.USDT.rateOfChange)})`,
          result: toFourDecimals(hurdle),
        },
        ...riskyWorkings(assets, (_, { rateOfChange, excess }) => ({
          working: `max(0, ${toFourDecimals(rateOfChange)} − ${toFourDecimals(hurdle)})`,
          result: toFourDecimals(excess),
        })),
      ]}
    />
  </Step>
);

/** The workings for BTC and SOL, with a reason for an unavailable asset. */
const riskyWorkings = (
  assets: Momentum["assets"],
  toWorking: (
    asset: (typeof riskyAssets)[number],
    values: AssetMomentum,
  ) => { working: ReactNode; result: ReactNode },
): Working[] =>
  riskyAssets.map((asset) =>
    assets[asset].isAvailable
      ? { label: asset, ...toWorking(asset, assets[asset]) }
      : unavailableWorking(asset, assets[asset]),
  );

const unavailableWorking = (asset: string, values: AssetMomentum): Working => ({
  label: asset,
  working: `left out: ${unavailableReason(values)}`,
  result: null,
});
