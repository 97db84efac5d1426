import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DayChart } from "~/components/admin/day-chart";
import { DataTable } from "~/components/track-record/data-table";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import { PageHeader, Section } from "~/components/ui/page";
import { serializeOverview, type SerializedOverview } from "~/presenters/admin";
import { readOverview, type OverviewMetric } from "~/services/admin/overview.server";
import { formatBytes, formatNumber } from "~/utils/format";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return serializeOverview(await orErrorResponse(readOverview(viewer)));
}

const metricLabels: Record<OverviewMetric, string> = {
  accounts: "New accounts",
  signIns: "Sign-ins",
  articles: "Articles",
  reviews: "Reviews",
  comments: "Comments",
  upvotes: "Upvotes",
  recommendations: "Recommendations",
  pageReads: "Pages sent",
  apiReads: "Reads of the API",
  mails: "Mails sent",
};
const metrics = Object.entries(metricLabels) as [OverviewMetric, string][];

export default function Overview() {
  const { days, byDay, queues, system } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Overview" standfirst={`The last ${days.length} days, and the site now.`} />
      <Section
        id="days"
        title="By day"
        standfirst="In UTC. Counted without cookies or addresses."
        isFirst
      >
        <div className="grid grid-cols-1 gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {metrics.map(([metric, label]) => (
            <DayChart key={metric} label={label} days={days} values={byDay[metric]} />
          ))}
        </div>
        <details className="mt-6">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            The same as a table
          </summary>
          <NumbersTable days={days} byDay={byDay} />
        </details>
      </Section>
      <Section id="queues" title="Waiting" standfirst="What is still to be done.">
        <Queues queues={queues} />
      </Section>
      <Section id="system" title="The site">
        <System {...system} />
      </Section>
    </>
  );
}

const NumbersTable = ({ days, byDay }: Pick<SerializedOverview, "days" | "byDay">) => (
  <DataTable
    caption="Numbers by day, the newest first"
    hasHiddenCaption
    rows={days.map((day, index) => ({ day, index })).toReversed()}
    keyOf={({ day }) => day}
    columns={[
      { label: "Day", cell: ({ day }) => day, isText: true },
      ...metrics.map(([metric, label]) => ({
        label,
        cell: ({ index }: { index: number }) => formatNumber(byDay[metric][index] ?? 0),
      })),
    ]}
  />
);

const facts =
  "grid grid-cols-1 gap-x-8 gap-y-1 tabular-nums sm:grid-cols-[auto_1fr] [&_dd]:mb-2 [&_dt]:text-muted sm:[&_dd]:mb-0";

function Queues({ queues }: Pick<SerializedOverview, "queues">) {
  const length = (value: number) =>
    value >= queues.most ? `${formatNumber(queues.most)} or more` : formatNumber(value);
  return (
    <dl className={facts}>
      <dt>Cases in the queue</dt>
      <dd>
        <TextLink to="/moderation">{length(queues.cases)}</TextLink>
      </dd>
      <dt>Appeals</dt>
      <dd>
        <TextLink to="/moderation/appeals">{length(queues.appeals)}</TextLink>
      </dd>
      <dt>Mails in the outbox</dt>
      <dd>{length(queues.mails)}</dd>
      <dt>Announcements that people are told of</dt>
      <dd>{length(queues.announcements)}</dd>
      <dt>Recommendations whose outcome is not settled</dt>
      <dd>{length(queues.unsettled)}</dd>
    </dl>
  );
}

const System = (system: SerializedOverview["system"]) => (
  <dl className={facts}>
    <dt>Version</dt>
    <dd className="wrap-anywhere">
      {system.version}
      {system.commit ? ` (${system.commit.slice(0, 12)})` : null}
    </dd>
    <dt>Size of the database</dt>
    <dd>{system.databaseBytes === null ? "unknown" : formatBytes(system.databaseBytes)}</dd>
    <dt>Memory of the process that answered</dt>
    <dd>{formatBytes(system.memoryBytes)}</dd>
    <dt>It runs since</dt>
    <dd>
      <DateTime value={system.startedAt} withTime />
    </dd>
  </dl>
);

export const meta = hiddenMeta("Admin", "The last days, and the site now.", "/admin");
