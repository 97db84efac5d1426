import {
  MethodExplanation,
  Sheet,
  type SheetLine,
} from "~/components/recommendations/method-explanation";
import { figureOrDash } from "~/utils/format";
import { DateTime } from "~/components/ui/date-time";
import { Section } from "~/components/ui/section";
import {
  MAX_ALLOCATION,
  MOMENTUM_DAYS,
  momentumAssets,
  MAX_VOLATILITY,
  type AssetMomentum,
  type Momentum,
} from "~/domain/momentum";
import type { SerializedMomentum } from "~/services/recommendations/serializers";

const steps = [
  {
    title: "Four weeks of change",
    text: `The last daily close of BTC, SOL and USDT is compared with the close ${MOMENTUM_DAYS} days before it.`,
  },
  {
    title: "A hurdle to clear",
    text: "The hurdle is what USDT gained, or zero. Only what BTC and SOL rose above it counts; where neither did, everything stays in USDT.",
  },
  {
    title: "The steadier the better",
    text: "That rise is divided by how much the price swings in a year, so that a calm one counts for more than a wild one. The two share in that proportion.",
  },
  {
    title: "A limit to the swing",
    text: `If the two together would swing by more than ${MAX_VOLATILITY}% a year, only as much is put into them as stays within that.`,
  },
  {
    title: "Whole percents",
    text: `Shares are rounded down, no asset gets more than ${MAX_ALLOCATION}%, and USDT takes the rest.`,
  },
] as const;

interface MethodProps {
  /** The recommendation that the method is explained by, with its calculation. */
  latest: SerializedMomentum | undefined;
  example: Momentum | null;
}

/** How the engine works: in words, and done once with the numbers of the latest recommendation. */
export const Method = ({ latest, example }: MethodProps) => (
  <Section
    id="method"
    title="How Momentum Works"
    standfirst="Rules over daily closing prices and nothing else: no forecast, no opinion, nothing learned. Whoever has the same closes gets the same split."
  >
    <MethodExplanation
      steps={steps}
      worked={
        latest && example
          ? {
              sheet: <WorkedSheet latest={latest} momentum={example} />,
              to: `/momentum/${latest.id}`,
            }
          : null
      }
    />
  </Section>
);

const WorkedSheet = ({ latest, momentum }: { latest: SerializedMomentum; momentum: Momentum }) => (
  <Sheet
    caption={
      <>
        Worked through on the week of <DateTime value={latest.weekDate} />: {latest.source} up to{" "}
        <DateTime value={momentum.asOf} />, in US dollars.
      </>
    }
    columns={momentumAssets}
    lines={linesOf(momentum)}
    result={{
      step: 5,
      label: "Allocation",
      values: momentumAssets.map((asset) => `${momentum.allocation[asset]}%`),
    }}
  />
);

/** @returns the calculation, a line for each of its steps, as one would write it down */
export function linesOf(momentum: Momentum): SheetLine[] {
  const { assets, hurdle, exposure } = momentum;
  const line = (step: number, label: string, of: (asset: AssetMomentum) => string): SheetLine => ({
    step,
    label,
    values: momentumAssets.map((asset) => of(assets[asset])),
  });
  return [
    line(1, `Close ${MOMENTUM_DAYS} days before`, ({ first }) => dollars(first)),
    line(1, "Last close", ({ last }) => dollars(last)),
    line(1, "Change", ({ rateOfChange }) => percent(rateOfChange, { isSigned: true })),
    line(2, `Rise above the hurdle of ${percent(hurdle)}`, ({ excess }) => percent(excess)),
    line(3, "Swing in a year (volatility)", ({ volatility }) => percent(volatility)),
    line(3, "Rise divided by swing", ({ score }) => figureOrDash(score, { digits: 3 })),
    line(3, "Share of the two", ({ weight }) => percent(times100(weight))),
    line(4, exposureInWords(momentum), ({ weight }) =>
      exposure === null || weight === null ? "–" : percent(times100(weight * exposure)),
    ),
  ];
}

function exposureInWords({ exposure, portfolioVolatility }: Momentum): string {
  if (exposure === null) return "Put to work: nothing, as neither is above the hurdle";
  const swing = percent(portfolioVolatility);
  return exposure < 1
    ? `Put to work: ${MAX_VOLATILITY}% ÷ ${swing}, their swing together, is ${percent(times100(exposure))}`
    : `Put to work: all, as ${swing}, their swing together, is within ${MAX_VOLATILITY}%`;
}

const times100 = (part: number | null): number | null => (part === null ? null : part * 100);

const percent = (value: number | null, options?: Parameters<typeof figureOrDash>[1]): string =>
  value === null ? "–" : `${figureOrDash(value, options)}%`;

/** With as many digits as tell two days apart: those of a dollar's worth are small. */
const dollars = (found: AssetMomentum["last"]): string =>
  found ? figureOrDash(found.close, { digits: found.close < 10 ? 4 : 2 }) : "–";
