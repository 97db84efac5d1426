import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { EmptyState, FeedLinks, Pagination } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { PAGE_SIZE } from "~/domain/field-limits";
import { serializeLoggedDecision } from "~/presenters/moderation-log";
import { logPageQuery, type LogPageQuery } from "~/schemas/moderation-log";
import { browseLog } from "~/services/moderation/log.server";
import { listLogMonths } from "~/services/moderation/log-summary.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";
import { LogFilters } from "./log-filters";
import { LogRow } from "./log-row";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const PATH = "/moderation/log";
const TITLE = "Moderation log";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = logPageQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { after, ...filter } = query;
  const [{ items, next }, months] = await orErrorResponse(
    Promise.all([browseLog({ ...query, limit: PAGE_SIZE }), listLogMonths()]),
  );
  const decisions = items.map((item) => ({
    ...serializeLoggedDecision(item),
    together: item.together,
  }));
  return { decisions, next, months, filter, isFirst: !after };
}

/** @returns the address of the list with these filters */
function addressOf(filter: Omit<LogPageQuery, "after">, after?: string): string {
  const given = Object.entries({ ...filter, after }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size ? `${PATH}?${search}` : PATH;
}

export default function ModerationLog() {
  const { decisions, next, months, filter, isFirst } = useLoaderData<typeof loader>();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return (
    <Page>
      <PageHeader
        title={TITLE}
        standfirst="Every decision of the moderators, by which rule, and what became of it. It names no people and shows no texts; nothing is ever removed from it."
      />
      <LogFilters key={addressOf(filter)} filter={filter} months={months} />
      {filter.batch || filter.of ? (
        <p className="mb-4">
          {filter.of ? "Only one decision." : "Only decisions that were taken together."}{" "}
          <Link to={PATH} className="link">
            Show all
          </Link>
        </p>
      ) : null}
      <h2 className="sr-only">Decisions</h2>
      {decisions.length ? (
        <ul className="divide-y divide-line border-y border-line">
          {decisions.map((decision) => (
            <LogRow key={decision.decisionId} decision={decision} />
          ))}
        </ul>
      ) : (
        <EmptyState>
          {isFiltered ? "No decision fits these filters." : "Nothing has been decided yet."}
        </EmptyState>
      )}
      <Pagination
        label="Pages of the log"
        previous={isFirst ? null : addressOf(filter)}
        previousLabel="Newest"
        next={next && addressOf(filter, next)}
        nextLabel="Older"
      />
      <div className="mt-8 grid gap-2 text-sm text-muted">
        <p>
          Years in numbers:{" "}
          {years.map((year, index) => (
            <span key={year}>
              {index > 0 ? " · " : null}
              <Link to={`${PATH}/${year}`} className="feed-link">
                {year}
              </Link>
            </span>
          ))}
        </p>
        <FeedLinks path={PATH} of="all entries" />
        <p>
          For programs:{" "}
          <a href="/api/moderation/log/export" className="feed-link">
            All entries as JSON Lines
          </a>
        </p>
      </div>
    </Page>
  );
}

export const meta = fixedMeta({
  title: TITLE,
  description: "Every decision of the moderators, by which rule, and what became of it.",
  path: PATH,
  feeds: feedLinks(PATH, TITLE),
});
