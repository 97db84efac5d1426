import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useSearchParams,
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { AddReview } from "./add-review";
import { hubQueryIn, hubPath, type HubQuery } from "./hub-path";
import { researchRoom } from "./trail";
import { ReviewList } from "./review-list";
import { ReviewSearchField } from "./review-search-field";
import { FeedLinks } from "~/components/ui/list";
import { AwaitData, SkeletonCards } from "~/components/ui/loading";
import { topicAt } from "~/config/hubs";
import type { Topic } from "~/domain/topics";
import { feedLinks } from "~/utils/feeds/feed-links";
import type { FormResult } from "~/utils/forms/form-result";
import { draftHeaders } from "~/utils/open-draft.server";
import { pageMeta } from "~/utils/seo/meta";
import {
  formClientAction,
  loadOrFallback,
  skipRevalidationWhenOffline,
  useRememberedData,
} from "~/utils/forms/offline-fallback";
import { reviewAction } from "~/utils/forms/review-forms.server";
import { deferOnArrival } from "~/utils/browser/defer-if-slow";
import { breadcrumbs, reviewList } from "~/utils/seo/structured-data";
import { hubData, type HubData } from "./hub-data.server";
import { withText } from "./review-card";
import { Link } from "~/components/ui/link";
import { SkipLink } from "~/components/ui/page";
import { clsx } from "clsx";
import { Card } from "~/components/ui/card";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await hubData(args);
  const status = loaded.reviews ? 200 : 503;
  return data({ loaded }, { status, headers: draftHeaders(loaded.draft) });
}

export const action = reviewAction;

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  deferOnArrival<HubData>(
    request,
    loadOrFallback(
      "hub",
      request,
      () => serverLoader<typeof loader>().then(({ loaded }) => loaded as HubData),
      () => ({
        query: hubQueryIn(new URL(request.url).search),
        reviews: null,
        saved: [],
        visit: null,
        draft: null,
        constraint: {},
      }),
    ),
  );

export const clientAction = formClientAction("review");

/** Toggling the form changes no data. A URL that names a draft revalidates: the draft may have been saved since. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod = "GET" } = change;
  const isSame = pathWithoutForm(currentUrl) === pathWithoutForm(nextUrl);
  const isToggled = currentUrl.search !== nextUrl.search && !nextUrl.searchParams.has("draft");
  return formMethod === "GET" && isSame && isToggled ? false : skipRevalidationWhenOffline(change);
};

function pathWithoutForm(url: URL): string {
  const copy = new URL(url);
  copy.searchParams.delete("review");
  copy.searchParams.delete("draft");
  return copy.pathname + copy.search;
}

export default function HubReviews() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const topic = topicAt(useLocation().pathname);
  return (
    <AwaitData
      data={loaded}
      skeleton={
        <SkeletonCards
          count={3}
          label="Loading the reviews"
          className="grid gap-4 lg:ms-[calc(15rem+2.5rem)]"
        />
      }
    >
      {(hub) => <HubContent topic={topic} hub={hub} />}
    </AwaitData>
  );
}

function HubContent({ topic, hub }: { topic: Topic; hub: HubData }) {
  useRememberedData("hub", hub);
  const result = useActionData<FormResult>();
  const [search] = useSearchParams();
  const query = { ...hub.query, isAdding: search.get("review") === "new" };
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-24">
        <SkipLink to="#reviews">Skip to the reviews</SkipLink>
        <ReviewFilters topic={topic} query={query} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <ReviewSearchField query={query} />
        <AddReview
          topic={topic}
          constraint={hub.constraint}
          isAdding={query.isAdding}
          result={result}
          // Closing the form does not revalidate, so the data may still contain the draft.
          draft={search.has("draft") ? hub.draft : null}
        />
        <ReviewList
          topic={topic}
          query={query}
          reviews={hub.reviews}
          saved={hub.saved}
          visit={hub.visit}
        />
        <FeedLinks path={`/${topic.slug}`} of="the reviews" />
      </div>
    </div>
  );
}

function ReviewFilters({ topic, query }: { topic: Topic; query: HubQuery }) {
  const { pathname } = useLocation();
  const choices = [{ slug: "all", label: topic.allLabel }, ...topic.reviewCategories];
  return (
    <Card as="nav" aria-labelledby="filters-heading">
      <h2 id="filters-heading" className="font-display text-xl font-medium">
        Filters
      </h2>
      <ul className="-mx-2 mt-3 flex flex-wrap gap-1 lg:flex-col">
        {choices.map(({ slug, label }) => (
          <li key={slug}>
            <Link
              to={hubPath(pathname, { ...query, category: slug })}
              preventScrollReset
              aria-current={slug === query.category ? "true" : undefined}
              className={clsx(
                "flex min-h-11 items-center rounded border px-3",
                slug === query.category
                  ? "border-accent bg-accent-wash font-medium text-accent"
                  : "border-transparent hover:bg-sunken",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export const meta: MetaFunction = ({ data, matches, location }) => {
  const { title, slug, subtitle, description, reviewsHeading } = topicAt(location.pathname);
  const path = `/${slug}`;
  // In the browser the data may still be pending; a document from the server always has it.
  const { loaded } = (data ?? {}) as { loaded?: HubData | Promise<HubData> };
  const hub = loaded instanceof Promise ? null : loaded;
  return pageMeta({
    matches,
    title,
    description: `${subtitle}. ${description}`,
    path,
    feeds: feedLinks(path, `${title}: ${reviewsHeading}`),
    structured: (context) => [
      ...(hub?.reviews?.items.length
        ? [
            reviewList(context, {
              name: `${title}: ${reviewsHeading}`,
              path,
              reviews: hub.reviews.items.map(withText),
              areBooks: slug === "book-nook",
            }),
          ]
        : []),
      breadcrumbs(context, [researchRoom, { to: path, label: title }]),
    ],
  });
};
