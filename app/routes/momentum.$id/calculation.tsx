import type { ReactNode } from "react";
import {
  Disclosure,
  Explanation,
  Formula,
  Step,
  Steps,
  Workings,
} from "~/components/track-record/calculation";
import { figure, price } from "~/components/track-record/numbers";
import { DateTime } from "~/components/ui/date-time";
import { addDays } from "~/domain/days";
import {
  DAYS_PER_YEAR,
  LARGEST_ALLOCATION,
  LEAST_RETURNS,
  LEAST_VOLATILITY,
  MOMENTUM_DAYS,
  momentumAssets,
  MOST_VOLATILITY,
  riskyAssets,
  type Momentum,
  type MomentumInputs,
  type RiskyAsset,
} from "~/domain/momentum";
import { ClosesTable, EndsTable } from "./closes";
import { spreadOf, usedDays, whyUnavailable } from "./workings";

interface CalculationProps {
  inputs: MomentumInputs;
  calculation: Momentum;
  source: string;
}

const FOUR = { digits: 4 };
const SIX = { digits: 6 };

/** Each step from the closes to the split, with its numbers. */
export function Calculation({ inputs, calculation, source }: CalculationProps) {
  const { asOf, assets, hurdle, portfolioVolatility, exposure, allocation } = calculation;
  const days = usedDays(inputs, calculation);
  const available = riskyAssets.filter((asset) => assets[asset].isAvailable);
  const chosen = available.filter((asset) => (assets[asset].score ?? 0) > 0);
  const value = (asset: RiskyAsset, name: "volatility" | "excess" | "score" | "weight") =>
    figure(assets[asset][name] ?? 0, FOUR);
  const noWorking = (asset: RiskyAsset) => ({
    label: asset,
    working: `left out: ${whyUnavailable(assets[asset])}`,
    result: "none",
  });
  const ofEach = (make: (asset: RiskyAsset) => { working: ReactNode; result: ReactNode }) =>
    riskyAssets.map((asset) =>
      assets[asset].isAvailable ? { label: asset, ...make(asset) } : noWorking(asset),
    );
  return (
    <Steps>
      <Step number={1} title="The closes">
        <Explanation>
          Daily closes in US dollars, the last prices before midnight UTC, by {source}. D is the
          last complete day before the recommendation was made, <DateTime value={asOf} />; D−
          {MOMENTUM_DAYS} is <DateTime value={addDays(asOf, -MOMENTUM_DAYS)} />. Where one of the
          two has no close, the day before it may stand in.
        </Explanation>
        <EndsTable calculation={calculation} />
        <Disclosure summary="All closes that were used, day by day">
          <ClosesTable days={days} />
        </Disclosure>
      </Step>

      <Step number={2} title="Rate of change in four weeks">
        <Formula>
          ROC = (P<sub>D</sub> / P<sub>D−{MOMENTUM_DAYS}</sub> − 1) · 100
        </Formula>
        <Workings
          rows={momentumAssets.map((asset) => {
            const { first, last, rateOfChange } = assets[asset];
            return first && last && rateOfChange !== null
              ? {
                  label: asset,
                  working: `(${price(last.close)} / ${price(first.close)} − 1) · 100`,
                  result: `${figure(rateOfChange, { ...FOUR, isSigned: true })} %`,
                }
              : {
                  label: asset,
                  working: `left out: ${whyUnavailable(assets[asset])}`,
                  result: "none",
                };
          })}
        />
      </Step>

      <Step number={3} title="Volatility">
        <Formula>
          σ = s · √{DAYS_PER_YEAR} · 100, at least {LEAST_VOLATILITY} %
        </Formula>
        <Explanation>
          s is the sample standard deviation of the daily returns ln(P<sub>day</sub> / P
          <sub>day before</sub>) among the {MOMENTUM_DAYS + 1} closes, between neighbouring days
          only. With fewer than {LEAST_RETURNS} of them an asset is left out.
        </Explanation>
        <Workings
          rows={ofEach((asset) => {
            const spread = spreadOf(days, asset);
            const floored = assets[asset].isFloored
              ? `, which is raised to ${LEAST_VOLATILITY}`
              : "";
            return {
              working: spread
                ? `${spread.count} returns, mean ${figure(spread.mean, SIX)}, s ${figure(spread.deviation, SIX)}: ${figure(spread.deviation, SIX)} · ${figure(Math.sqrt(DAYS_PER_YEAR), SIX)} · 100${floored}`
                : "",
              result: `${value(asset, "volatility")} %`,
            };
          })}
        />
      </Step>

      <Step number={4} title="Hurdle and excess">
        <Formula>
          h = max(0, ROC<sub>USDT</sub>), &ensp; m = max(0, ROC − h)
        </Formula>
        <Explanation>
          What an asset gained beyond simply holding USDT counts, and only a gain does.
        </Explanation>
        <Workings
          rows={[
            {
              label: "h",
              working:
                assets.USDT.rateOfChange === null
                  ? "max(0, 0), since USDT has no rate of change"
                  : `max(0, ${figure(assets.USDT.rateOfChange, FOUR)})`,
              result: figure(hurdle, FOUR),
            },
            ...ofEach((asset) => ({
              working: `max(0, ${figure(assets[asset].rateOfChange ?? 0, FOUR)} − ${figure(hurdle, FOUR)})`,
              result: value(asset, "excess"),
            })),
          ]}
        />
      </Step>

      {chosen.length && portfolioVolatility !== null && exposure !== null ? (
        <>
          <Step number={5} title="Scores and weights">
            <Formula>s = m / σ, &ensp; w = s / Σ s</Formula>
            <Explanation>
              The excess for each unit of volatility; the weights are its shares and come to 1.
            </Explanation>
            <Workings
              rows={[
                ...available.map((asset) => ({
                  label: `s ${asset}`,
                  working: `${value(asset, "excess")} / ${value(asset, "volatility")}`,
                  result: value(asset, "score"),
                })),
                ...available.map((asset) => ({
                  label: `w ${asset}`,
                  working: `${value(asset, "score")} / (${available.map((each) => value(each, "score")).join(" + ")})`,
                  result: value(asset, "weight"),
                })),
              ]}
            />
          </Step>
          <Step number={6} title="Volatility of the mix, and exposure">
            <Formula>
              σ<sub>p</sub> = Σ w·σ, &ensp; E = min(1, {MOST_VOLATILITY} / σ<sub>p</sub>)
            </Formula>
            <Explanation>
              A mix that moves more than {MOST_VOLATILITY} % a year is held in part only. That the
              two do not always move together is left out of account, on the side of caution.
            </Explanation>
            <Workings
              rows={[
                {
                  label: (
                    <>
                      σ<sub>p</sub>
                    </>
                  ),
                  working: available
                    .map((asset) => `${value(asset, "weight")} · ${value(asset, "volatility")}`)
                    .join(" + "),
                  result: `${figure(portfolioVolatility, FOUR)} %`,
                },
                {
                  label: "E",
                  working: `min(1, ${MOST_VOLATILITY} / ${figure(portfolioVolatility, FOUR)})`,
                  result: figure(exposure, FOUR),
                },
              ]}
            />
          </Step>
          <Step number={7} title="Allocation">
            <Formula>floor(min({LARGEST_ALLOCATION}, 100 · E · w)); USDT takes the rest</Formula>
            <Workings
              rows={[
                ...ofEach((asset) => {
                  const share = 100 * exposure * (assets[asset].weight ?? 0);
                  const capped =
                    share > LARGEST_ALLOCATION ? `, at most ${LARGEST_ALLOCATION}` : "";
                  return {
                    working: `100 · ${figure(exposure, FOUR)} · ${value(asset, "weight")} = ${figure(share, FOUR)}${capped}, rounded down`,
                    result: `${allocation[asset]} %`,
                  };
                }),
                {
                  label: "USDT",
                  working: `100 − ${allocation.BTC} − ${allocation.SOL}`,
                  result: `${allocation.USDT} %`,
                },
              ]}
            />
          </Step>
        </>
      ) : (
        <Step number={5} title="Allocation">
          <Explanation>
            Neither asset is above the hurdle, so all of it waits in USDT. Scores, weights and
            exposure are not needed.
          </Explanation>
          <Workings
            rows={[{ label: "USDT", working: "100 − 0 − 0", result: `${allocation.USDT} %` }]}
          />
        </Step>
      )}
    </Steps>
  );
}
