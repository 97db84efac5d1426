import { Explanation, Formulas, Step, Workings } from "~/components/track-record/calculation-steps";
import {
  MAX_ALLOCATION,
  MAX_VOLATILITY,
  riskyAssets,
  type Momentum,
  type RiskyAsset,
} from "~/domain/momentum";
import { momentumFormulas } from "~/domain/momentum-formulas";
import { toFourDecimals, toSixDecimals } from "./calculation-steps";

export function AllocationSplit({ calculation }: { calculation: Momentum }) {
  const { assets, portfolioVolatility, exposure, allocation } = calculation;
  const available = riskyAssets.filter((asset) => assets[asset].isAvailable);
  if (portfolioVolatility === null || exposure === null) {
    return (
      <Step number={5} title="Allocation">
        <Explanation>
          {available.length > 1 ? "Neither asset is" : `${available.join()} is not`} above the
          hurdle, so everything stays in USDT; scores, weights and exposure are not needed.
        </Explanation>
        <Workings rows={[restWorking(allocation)]} />
      </Step>
    );
  }
  return (
    <>
      <Weights assets={assets} available={available} />
      <Exposure {...{ assets, available, portfolioVolatility, exposure }} />
      <Step number={7} title="Allocation">
        <Formulas of={momentumFormulas.allocation} />
        <Workings
          rows={[
            ...available.map((asset) => {
              const share = 100 * exposure * (assets[asset].weight ?? 0);
              const capped = share > MAX_ALLOCATION ? `, at most ${MAX_ALLOCATION}` : "";
              return {
                label: asset,
                working: `100 · ${toSixDecimals(exposure)} · ${toSixDecimals(assets[asset].weight)} is ${toFourDecimals(share)}${capped}, rounded down`,
                result: `${allocation[asset]}%`,
              };
            }),
            restWorking(allocation),
          ]}
        />
      </Step>
    </>
  );
}

const restWorking = ({ BTC, SOL, USDT }: Momentum["allocation"]) => ({
  label: "USDT",
  working: `100 − ${BTC} − ${SOL}`,
  result: `${USDT}%`,
});

interface AvailableProps {
  assets: Momentum["assets"];
  available: readonly RiskyAsset[];
}

function Weights({ assets, available }: AvailableProps) {
  const sum = available.map((asset) => toSixDecimals(assets[asset].score)).join(" + ");
  return (
    <Step number={5} title="Scores and weights">
      <Formulas of={momentumFormulas.weight} />
      <Explanation>
        The score s is the excess return per unit of volatility. The weight w of an asset is its
        share of the total score, so the weights sum to 1.
      </Explanation>
      <Workings
        rows={[
          ...available.map((asset) => ({
            label: `s ${asset}`,
            working: `${toFourDecimals(assets[asset].excess)} / ${toFourDecimals(assets[asset].volatility)}`,
            result: toSixDecimals(assets[asset].score),
          })),
          ...available.map((asset) => ({
            label: `w ${asset}`,
            working: `${toSixDecimals(assets[asset].score)} / (${sum})`,
            result: toSixDecimals(assets[asset].weight),
          })),
        ]}
      />
    </Step>
  );
}

interface ExposureProps extends AvailableProps {
  portfolioVolatility: number;
  exposure: number;
}

const Exposure = ({ assets, available, portfolioVolatility, exposure }: ExposureProps) => (
  <Step number={6} title="Portfolio volatility and exposure">
    <Formulas of={momentumFormulas.exposure} />
    <Explanation>
      A portfolio with a volatility above {MAX_VOLATILITY}% a year is only partly invested. The two
      assets are assumed to move together, which is the cautious assumption.
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
            .map(
              (asset) =>
                `${toSixDecimals(assets[asset].weight)} · ${toFourDecimals(assets[asset].volatility)}`,
            )
            .join(" + "),
          result: `${toFourDecimals(portfolioVolatility)}%`,
        },
        {
          label: "E",
          working: `min(1, ${MAX_VOLATILITY} / ${toFourDecimals(portfolioVolatility)})`,
          result: toSixDecimals(exposure),
        },
      ]}
    />
  </Step>
);
