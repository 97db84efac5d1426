import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { SearchForm } from "~/components/ui/search-input";
import { PAGE_SIZE } from "~/domain/field-limits";
import { peopleOrders, type PeopleOrder } from "~/domain/people-orders";
import { MAX_NAME_LENGTH } from "~/domain/person-path";
import { serializeListedPerson } from "~/presenters/people";
import { peoplePageQuery } from "~/schemas/people";
import type { ListedPersonResponse } from "~/schemas/people-responses";
import { browsePeople } from "~/services/people/list.server";
import { plural } from "~/utils/format";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = peoplePageQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { items, next } = await orErrorResponse(browsePeople({ ...query, limit: PAGE_SIZE }));
  const { q = "", order, after } = query;
  return { q, order, isFirst: !after, people: items.map(serializeListedPerson), next };
}

const orderLabels: Record<PeopleOrder, string> = {
  newest: "Wrote last",
  most: "Wrote most",
  name: "Name",
};

export default function PeoplePage() {
  const { q, order, isFirst, people, next } = useLoaderData<typeof loader>();
  const urlOf = (query: Record<string, string>) => {
    const search = new URLSearchParams({ ...(q ? { q } : { order }), ...query });
    if (search.get("order") === "newest") search.delete("order");
    return search.size ? `/people?${search}` : "/people";
  };
  return (
    <Page width="reading">
      <PageHeader
        title="People"
        standfirst="Everybody who has written something here and confirmed their address."
      />
      <SearchForm
        action="/people"
        of="People"
        button="Find"
        className="mb-6"
        placeholder="The beginning of a name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={q}
      />
      <TabLinks
        label="Order"
        className="mb-4"
        tabs={peopleOrders.map((one) => ({
          to: one === "newest" ? "/people" : `/people?order=${one}`,
          label: orderLabels[one],
          current: one === (q ? "name" : order),
        }))}
      />
      <h2 className="sr-only">{q ? `Names that begin with “${q}”` : "Names"}</h2>
      {people.length ? (
        <ul className="divide-y divide-line border-y border-line">
          {people.map((person) => (
            <li key={person.name} className="py-3">
              <UnlessBlocked author={person.name}>
                <Person {...person} />
              </UnlessBlocked>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>
          {q ? `Nobody whose name begins with “${q}” has written something.` : "Nobody yet."}
        </EmptyState>
      )}
      <Pagination
        label="Pages of people"
        previous={isFirst ? null : urlOf({})}
        previousLabel="First page"
        next={next && urlOf({ after: next })}
      />
    </Page>
  );
}

const Person = (person: ListedPersonResponse) => (
  <>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="min-w-0 font-display text-lg font-medium wrap-anywhere">
        <PersonLink name={person.name} />
      </b>
      {person.isMember ? <Badge tone="positive">Member</Badge> : null}
    </p>
    <p className="meta-line mt-1 tabular-nums">
      {(["article", "review", "comment"] as const).map((kind) => {
        const count = person[`${kind}s`];
        return count ? <span key={kind}>{plural(count, kind)}</span> : null;
      })}
      <span>
        last wrote on <DateTime value={person.newestAt} />
      </span>
      <span>
        joined <DateTime value={person.memberSince} />
      </span>
    </p>
  </>
);

export const meta = fixedMeta({
  title: "People",
  description: "The people who write here, by name and by what they wrote.",
  path: "/people",
});
