import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DataTable } from "~/components/track-record/data-table";
import { Link, TextLink } from "~/components/ui/link";
import { Page, PageHeader, Section } from "~/components/ui/page";
import { kindLabels, logPath, minutesInWords } from "~/domain/log-words";
import { decisionKinds, type DecisionKind } from "~/domain/moderation";
import { logYear } from "~/schemas/moderation-log";
import { listLogYears, readLogSummary } from "~/services/moderation/log-summary.server";
import { formatNumber, plural } from "~/utils/format";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ params }: LoaderFunctionArgs) {
  const year = logYear.safeParse(params.year);
  if (!year.success) throw new Response(null, { status: 404 });
  const [summary, years] = await orErrorResponse(
    Promise.all([readLogSummary(year.data), listLogYears()]),
  );
  return { summary, years };
}

export default function LogYear() {
  const { summary, years } = useLoaderData<typeof loader>();
  const { year, decisions, times, appeals, undone } = summary;
  return (
    <Page width="reading">
      <PageHeader
        trail={[{ to: logPath(), label: "Moderation log" }]}
        title={`Moderation in ${year}`}
        standfirst={`Computed from the log: ${plural(decisions, "decision")} in the year, by UTC.`}
      />
      <div className="grid gap-10">
        <Numbers
          title="What was decided about"
          rows={countedRows(summary.byKind, (kind) => ({
            label: kindLabels[kind],
            to: logPath({ kind }),
          }))}
        />
        <Numbers
          title="What was decided"
          rows={countedRows(summary.byDecision, (decision: DecisionKind) => ({
            label: `It was ${decisionKinds[decision].done}`,
            to: logPath({ decision }),
          }))}
        />
        <Numbers
          title="By which rule"
          rows={summary.byRule.map(({ rule, decisions: count }) => ({
            label: `Rule ${rule}`,
            to: `/rules#rule-${rule}`,
            value: formatNumber(count),
          }))}
        />
        <Numbers
          title="How long it took"
          note="From when something came into the queue to the decision about it."
          rows={[
            { label: "Decisions about what waited", value: formatNumber(times.count) },
            { label: "Half of them took no longer than", value: duration(times.median) },
            { label: "Nine of ten took no longer than", value: duration(times.ninth) },
          ]}
        />
        <Numbers
          title="Appeals"
          rows={[
            { label: "Made", value: formatNumber(appeals.made) },
            { label: "Decided", value: formatNumber(appeals.decided) },
            {
              label: "Upheld, of those decided",
              value: appeals.decided
                ? `${formatNumber(appeals.upheld)} (${Math.round((100 * appeals.upheld) / appeals.decided)}%)`
                : "–",
            },
            { label: "Decisions undone, by an appeal or without", value: formatNumber(undone) },
          ]}
        />
        <nav aria-label="Other years" className="meta-line">
          {years
            .filter((one) => one !== year)
            .map((one) => (
              <Link key={one} to={`${logPath()}/${one}`} className="link touch">
                {one}
              </Link>
            ))}
          <a href={`/api/moderation/log/years/${year}`} className="link touch">
            These numbers as JSON
          </a>
        </nav>
      </div>
    </Page>
  );
}

interface NumbersRow {
  label: string;
  value: string;
  to?: string;
}

interface NumbersProps {
  title: string;
  note?: string;
  rows: readonly NumbersRow[];
}

const Numbers = ({ title, note, rows }: NumbersProps) => (
  <Section id={idOf(title)} title={title} standfirst={note} isFirst>
    {rows.length ? (
      <DataTable<NumbersRow>
        caption={title}
        hasHiddenCaption
        rows={rows}
        keyOf={({ label }) => label}
        columns={[
          { label: "What", cell: labelOf, isText: true },
          { label: "Number", cell: ({ value }) => value },
        ]}
      />
    ) : (
      <p>None.</p>
    )}
  </Section>
);

const labelOf = ({ label, to }: NumbersRow): ReactNode =>
  to ? <TextLink to={to}>{label}</TextLink> : label;

const idOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

const countedRows = <Name extends string>(
  counts: Record<Name, number>,
  describe: (name: Name) => Omit<NumbersRow, "value">,
): NumbersRow[] =>
  (Object.keys(counts) as Name[])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ ...describe(name), value: formatNumber(counts[name]) }));

const duration = (minutes: number | null) => (minutes === null ? "–" : minutesInWords(minutes));

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta({
        matches,
        title: `Moderation in ${data.summary.year}`,
        description: `What moderators decided in ${data.summary.year}, by kind and rule, how long it took, and what became of appeals.`,
        path: `${logPath()}/${data.summary.year}`,
        hidden: true,
      })
    : pageMeta({ matches, title: "Not found", hidden: true });
