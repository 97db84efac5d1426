import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link, TextLink } from "~/components/ui/link";
import { EmptyState, FeedLinks, Pagination } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { PAGE_SIZE } from "~/domain/field-limits";
import { LOG_DESCRIPTION, logPath, logTitle } from "~/domain/log-words";
import { serializeLoggedDecision } from "~/presenters/moderation-log";
import { logFeedQuery, logPageQuery } from "~/schemas/moderation-log";
import { browseLog } from "~/services/moderation/log.server";
import { listLogMonths } from "~/services/moderation/log-summary.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { LogFilters } from "./log-filters";
import { LogRow } from "./log-row";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

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
  return { decisions, next, months, filter, fed: logFeedQuery.parse(filter), isFirst: !after };
}

export default function ModerationLog() {
  const { decisions, next, months, filter, fed, isFirst } = useLoaderData<typeof loader>();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return (
    <Page>
      <PageHeader
        title={logTitle()}
        standfirst="Every decision of the moderators, by which rule, and what became of it. It names no people and shows no texts; nothing is ever removed from it."
      />
      <LogFilters key={logPath(filter)} filter={filter} months={months} />
      {filter.batch || filter.of ? (
        <p className="mb-4">
          {filter.of ? "Only one decision." : "Only decisions that were taken together."}{" "}
          <TextLink to={logPath()}>Show all</TextLink>
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
        previous={isFirst ? null : logPath(filter)}
        previousLabel="Newest"
        next={next && logPath({ ...filter, after: next })}
        nextLabel="Older"
      />
      <div className="mt-8 grid gap-2 text-sm text-muted">
        <p>
          Years in numbers:{" "}
          {years.map((year, index) => (
            <span key={year}>
              {index > 0 ? " · " : null}
              <Link to={`${logPath()}/${year}`} className="feed-link">
                {year}
              </Link>
            </span>
          ))}
        </p>
        <FeedLinks
          path={logPath(fed)}
          of={Object.keys(fed).length ? "what fits the filters" : "all entries"}
        />
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

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    title: logTitle(),
    description: LOG_DESCRIPTION,
    path: logPath(),
    feeds: feedLinks(logPath(data?.fed), logTitle(data?.fed)),
  });
