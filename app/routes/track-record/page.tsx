import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotAdvice } from "~/components/recommendations/recommendation-parts";
import { Comparison } from "~/components/track-record/comparison";
import { engineAt, engineDisplay } from "~/components/track-record/engine-display";
import { Significance } from "~/components/track-record/significance";
import { Provenance } from "~/components/track-record/record-parts";
import { VerdictStrip } from "~/components/track-record/verdict-strip";
import {
  serializeAnalysis,
  serializeBacktest,
  serializeSource,
  type SerializedAnalysis,
  type SerializedSource,
} from "~/components/track-record/serialize-track-record";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { Page, PageHeader, Section } from "~/components/ui/page";
import type { Engine } from "~/domain/engines";
import {
  readMethodBacktest,
  readRecordAnalysis,
} from "~/services/recommendations/record-analysis.server";
import { readVerdict } from "~/services/recommendations/verdict.server";
import { pageMeta } from "~/utils/seo/meta";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { MethodTest } from "./method-test";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ request }: LoaderFunctionArgs) {
  const engine = engineAt(new URL(request.url).pathname);
  const [record, verdict, backtest] = await Promise.all([
    readAnalysis(engine),
    readVerdict(engine),
    engine === "momentum" ? readBacktest() : null,
  ]);
  return { engine, record, verdict, backtest };
}

async function readAnalysis(engine: Engine) {
  const { analysis, source } = await readRecordAnalysis(engine);
  return { analysis: serializeAnalysis(analysis), source: serializeSource(source) };
}

async function readBacktest() {
  const { backtest, source, published } = await readMethodBacktest();
  return {
    tested: backtest && serializeBacktest(backtest, published),
    source: serializeSource(source),
  };
}

/** The variants that were tried before an engine's method was fixed, and what was chosen besides. */
const choices: Record<Engine, { trials: string; hindsight: string }> = {
  momentum: {
    trials: "nine lookback periods on seven weekdays, as shown in the map below",
    hindsight:
      "SOL is not among the trials: it was chosen before these weeks, but knowing how it had done until then.",
  },
  sentiment: {
    trials: "each version of the method",
    hindsight: "The words, tokens and constants within a version are not among the trials.",
  },
};

/** An engine's track record in full. */
export default function TrackRecord() {
  const { engine, record, verdict, backtest } = useLoaderData<typeof loader>();
  const { name, list, topic } = engineDisplay[engine];
  return (
    <Page>
      <PageHeader
        trail={[{ to: list, label: name, topic }]}
        title={`${name}: the full track record`}
        standfirst="Compared with benchmarks, at higher fees and year by year, with its drawdowns and exposure, what it hangs on, and statistics on luck and skill."
      />
      {verdict ? <VerdictStrip isOnRecord engine={engine} verdict={verdict} /> : null}
      <Section
        isFirst
        id="record"
        title="As recommended"
        standfirst={record.analysis ? <Period {...record} analysis={record.analysis} /> : null}
        actions={<Provenance source={record.source} csv={`${list}/track-record.csv`} />}
      >
        {record.analysis ? (
          <Comparison name={name} style={engine} analysis={record.analysis} />
        ) : (
          <EmptyState>
            Not known yet: no recommendation has been followed until a later close.
          </EmptyState>
        )}
      </Section>
      {record.analysis ? (
        <Section id="luck" title="Luck or skill">
          <Significance name={name} statistics={record.analysis.statistics} {...choices[engine]} />
        </Section>
      ) : null}
      {backtest ? <MethodTest {...backtest} /> : null}
      <NotAdvice className="mt-12" />
    </Page>
  );
}

interface PeriodProps {
  analysis: SerializedAnalysis;
  source: SerializedSource | null;
}

const Period = ({ analysis, source }: PeriodProps) => (
  <>
    The recommendation that the schedule made each week, entered at the close of the day on which it
    was made, from <DateTime value={analysis.from} /> to <DateTime value={analysis.until} />
    {source ? ` (${source.label})` : ""}.
  </>
);

export const meta: MetaFunction<typeof loader> = ({ matches, location }) => {
  const { name, list } = engineDisplay[engineAt(location.pathname)];
  return pageMeta({
    matches,
    title: `${name} Track Record`,
    description: `The result of following the weekly ${name.toLowerCase()} recommendations, compared with benchmarks, at higher fees and year by year, and how much of it may be luck.`,
    path: `${list}/track-record`,
    structured: (context) =>
      breadcrumbs(context, [
        { to: list, label: name },
        { to: `${list}/track-record`, label: "Track record" },
      ]),
  });
};
