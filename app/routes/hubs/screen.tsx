import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { AddReview } from "~/components/reviews/add-review";
import { Filters } from "~/components/reviews/filters";
import type { ReviewAnswer } from "~/components/reviews/review-form";
import { ReviewList } from "~/components/reviews/review-list";
import { ReviewSearch } from "~/components/reviews/review-search";
import { TopicArticles } from "~/components/reviews/topic-articles";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { FeedLinks } from "~/components/ui/feed-links";
import { Loaded } from "~/components/ui/loaded";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { SkeletonCards } from "~/components/ui/skeleton";
import { hueOf } from "~/components/ui/topic";
import { topicAt } from "~/config/hubs";
import type { Topic } from "~/domain/topics";
import { feedLinks } from "~/utils/feed-links";
import { ownHeaders } from "~/utils/headers";
import { actOrAnswer, NO_ANSWER } from "~/utils/no-answer";
import { pageMeta } from "~/utils/meta";
import { onArrival } from "~/utils/soon-or-later";
import { breadcrumbs, reviewList } from "~/utils/structured-data";
import { answerReview } from "./add-review.server";
import { hubData } from "./hub-data.server";

/** The screen of all six hubs; which one it is, its address says. */
export async function loader(args: LoaderFunctionArgs) {
  const loaded = await hubData(args);
  return data({ loaded }, { status: loaded.reviews ? 200 : 503 });
}

export const action = (args: ActionFunctionArgs) => answerReview(args);

type Hub = Awaited<ReturnType<typeof hubData>>;

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  onArrival(
    request,
    serverLoader<typeof loader>().then(({ loaded }) => loaded as Hub),
  );

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  actOrAnswer(
    () => serverAction<typeof action>(),
    (): ReviewAnswer => ({ toast: "reviewFailed" }),
  );

/** Opening and closing the form changes nothing that was read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (actionStatus === NO_ANSWER) return false;
  const isSame = withoutForm(currentUrl) === withoutForm(nextUrl);
  const isToggled = currentUrl.search !== nextUrl.search;
  return formMethod === "GET" && isSame && isToggled ? false : defaultShouldRevalidate;
};

function withoutForm(url: URL): string {
  const plain = new URL(url);
  plain.searchParams.delete("review");
  return plain.pathname + plain.search;
}

export default function HubScreen() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const topic = topicAt(useLocation().pathname);
  return (
    // Another hub is another page, though the same module draws it.
    <Page key={topic.slug}>
      <PageHeader title={topic.title} standfirst={topic.subtitle} hue={hueOf(topic.slug)} />
      <Loaded
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
      </Loaded>
    </Page>
  );
}

function HubContent({ topic, hub }: { topic: Topic; hub: Hub }) {
  const answer = useActionData<ReviewAnswer>();
  const [search] = useSearchParams();
  const query = { ...hub.query, isAdding: search.get("review") === "new" };
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-24">
          <Filters topic={topic} query={query} />
        </div>
        <div className="grid gap-6">
          <ReviewSearch query={query} />
          <AddReview
            topic={topic}
            constraint={hub.constraint}
            isAdding={query.isAdding}
            rejection={answer}
          />
          <ReviewList topic={topic} query={query} reviews={hub.reviews} />
          <FeedLinks path={`/${topic.slug}`} of="the reviews" />
        </div>
      </div>
      <TopicArticles topic={topic} articles={hub.articles} />
    </>
  );
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}

export const headers = ownHeaders;

export const meta: MetaFunction = ({ data, matches, location }) => {
  const { title, slug, subtitle, description, reviewsHeading } = topicAt(location.pathname);
  const path = `/${slug}`;
  // What is still on its way when the browser draws this is in the document that the server sends.
  const { loaded } = (data ?? {}) as { loaded?: Hub | Promise<Hub> };
  const hub = loaded instanceof Promise ? null : loaded;
  return pageMeta({
    matches,
    title,
    description: `${subtitle}. ${description}`,
    path,
    feeds: feedLinks(path, `${title}: ${reviewsHeading}`),
    structured: (here) => [
      ...(hub?.reviews?.items.length
        ? [
            reviewList(here, {
              name: `${title}: ${reviewsHeading}`,
              path,
              reviews: hub.reviews.items,
              areBooks: slug === "book-nook",
            }),
          ]
        : []),
      breadcrumbs(here, [
        { name: "Research Room", path: "/research" },
        { name: title, path },
      ]),
    ],
  });
};
