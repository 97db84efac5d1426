import { Comparison } from "~/components/track-record/comparison";
import { Significance } from "~/components/track-record/significance";
import { Provenance } from "~/components/track-record/record-parts";
import type {
  SerializedAnalysis,
  SerializedBacktest,
  SerializedSource,
} from "~/components/track-record/serialize-track-record";
import { VariantsMap } from "~/components/track-record/variants-map";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { Section } from "~/components/ui/page";
import { MIN_BACKTEST_WEEKS } from "~/domain/method-backtest";
import { MAX_LOOKBACK } from "~/domain/momentum";
import { START_VALUE } from "~/domain/track-record";
import { figure } from "~/utils/format";

interface MethodTestProps {
  tested: SerializedBacktest | null;
  source: SerializedSource | null;
}

/** A backtest of the momentum method over all available closes, and why it proves little. */
export function MethodTest({ tested, source }: MethodTestProps) {
  if (!tested) {
    return (
      <Section id="backtest" title="Backtest on all available closes">
        <EmptyState>
          Not known yet: a backtest needs closes of {MAX_LOOKBACK} days and another{" "}
          {MIN_BACKTEST_WEEKS} weeks.
        </EmptyState>
      </Section>
    );
  }
  const { analysis, map } = tested;
  return (
    <>
      <Section
        id="backtest"
        title="Backtest on all available closes"
        standfirst={
          <>
            A decision each Monday from closes up to the day before, entered at Monday’s close, from{" "}
            <DateTime value={analysis.from} /> to <DateTime value={analysis.until} />
            {source ? ` (${source.label})` : ""}. This is a simulation: nobody followed it.
            {analysis.chart.geometry.mark
              ? " The line in the charts is the day from which on recommendations have been published: left of it, there is only the backtest; right of it, their own record is above."
              : ""}
          </>
        }
        actions={<Provenance source={source} csv="/momentum/backtest.csv" />}
      >
        <Comparison name="Momentum" style="momentum" analysis={analysis} isBacktest />
        <SelectionBias analysis={analysis} />
      </Section>
      <Section id="variants" title="Other lookback periods and weekdays">
        {map ? <VariantsMap map={map} from={analysis.from} until={analysis.until} /> : null}
      </Section>
      <Section id="backtest-luck" title="Luck or skill in the backtest">
        <Significance
          name="Momentum"
          statistics={analysis.statistics}
          trials="the nine lookback periods on seven weekdays of the map above, all simulated"
          hindsight="SOL is not among the trials: it was chosen afterwards, knowing how it had done in these years."
        />
      </Section>
    </>
  );
}

/** Warns that SOL was chosen with knowledge of how it did later. */
function SelectionBias({ analysis }: { analysis: SerializedAnalysis }) {
  const valueOf = (name: "engine" | "withoutSol") =>
    analysis.strategies.find((one) => one.name === name)?.results[0]?.value;
  const [all, without] = [valueOf("engine"), valueOf("withoutSol")];
  return (
    <p className="mt-8 max-w-measure border-s-4 border-warning ps-4 text-base text-pretty">
      <b className="font-medium">SOL was chosen in hindsight.</b> It is in the method because it had
      become one of the largest tokens by the time the method was written. Many tokens that were
      once as large are now worth next to nothing, and nobody knew in advance which ones.
      {all !== undefined && without !== undefined
        ? ` Without SOL, between BTC and USDT alone, the method turned ${START_VALUE} into ${figure(without)}; with it, into ${figure(all)}.`
        : ""}
    </p>
  );
}
