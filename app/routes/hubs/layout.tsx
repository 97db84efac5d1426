import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientLoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react";
import { clsx } from "clsx";
import { FollowButton } from "~/components/following/follow-button";
import { PersonLink } from "~/components/people/person-link";
import { AwaitData } from "~/components/ui/loading";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { borderColor } from "~/components/ui/topic-colors";
import { topicAt } from "~/config/hubs";
import { ARTICLES, SUPPORT } from "~/config/page-tags";
import type { Topic } from "~/domain/topics";
import { browseArticles } from "~/services/articles/articles.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { followStatesOfPage } from "~/utils/follow-states.server";
import { deferIfSlow } from "~/utils/browser/defer-if-slow";
import { plural } from "~/utils/format";
import { loadOrFallback, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { orFallback } from "~/utils/http/error-responses.server";
import { researchRoom } from "./trail";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const ARTICLES_SHOWN = 6;

/** The community articles of the hub's topic; the hub still renders without them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { slug: category } = topicAt(new URL(request.url).pathname);
  const read = () => readArticles(category);
  const cached = cachedRead([ARTICLES, SUPPORT], ["hub articles", category], read);
  const followed = followStatesOfPage({ request, context }, [{ kind: "hub", target: category }]);
  const [articles, [follow]] = await Promise.all([
    orFallback(context, cached, "the articles of a hub", []),
    orFallback(context, followed, "whether a hub is followed", []),
  ]);
  return { loaded: { articles, isFollowed: follow?.isFollowed ?? false } };
}

async function readArticles(category: string) {
  const { items } = await browseArticles({ sort: "new", category, limit: ARTICLES_SHOWN });
  return items.map(({ id, title, createdAt, reviewer, upvotes }) => ({
    id,
    title,
    reviewer,
    upvotes,
    createdAt: createdAt.toISOString(),
  }));
}

type TopicArticle = Awaited<ReturnType<typeof readArticles>>[number];

interface HubData {
  articles: TopicArticle[];
  isFollowed: boolean;
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  deferIfSlow<HubData>(
    loadOrFallback(
      "hub articles",
      request,
      () => serverLoader<typeof loader>().then(({ loaded }) => loaded),
      () => ({ articles: [], isFollowed: false }),
    ),
  );

/** Reloads only for another hub or when it is followed: filters, searches and reviews do not change the articles. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formAction } = change;
  if (formAction === "/following") return skipRevalidationWhenOffline(change);
  return topicAt(currentUrl.pathname).slug !== topicAt(nextUrl.pathname).slug;
};

export default function HubLayout() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const topic = topicAt(useLocation().pathname);
  const isReview = useParams().review !== undefined;
  return (
    // Reset all state when switching hubs, which share this module.
    <Page key={topic.slug}>
      {isReview ? null : (
        <PageHeader
          trail={[researchRoom]}
          title={topic.title}
          standfirst={topic.subtitle}
          topic={topic.slug}
          actions={
            <AwaitData data={loaded} skeleton={null}>
              {({ isFollowed }) => (
                <FollowButton
                  followed={{ kind: "hub", id: topic.slug }}
                  title={topic.title}
                  isFollowed={isFollowed}
                />
              )}
            </AwaitData>
          }
        />
      )}
      <Outlet />
      <AwaitData data={loaded} skeleton={null}>
        {({ articles }) => <TopicArticles topic={topic} articles={articles} />}
      </AwaitData>
    </Page>
  );
}

interface TopicArticlesProps {
  topic: Topic;
  articles: readonly TopicArticle[];
}

function TopicArticles({ topic, articles }: TopicArticlesProps) {
  if (!articles.length) return null;
  return (
    <section
      aria-labelledby="articles-heading"
      className={clsx("mt-16 border-t-2 pt-6", borderColor(topic.slug))}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="articles-heading" className="section-title">
          Community articles on {topic.title}
        </h2>
        <Link
          to={`/community?category=${topic.slug}`}
          className="link inline-flex min-h-11 items-center"
        >
          {" "}
          All articles{" "}
        </Link>
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {articles.map(({ id, title, createdAt, reviewer, upvotes }) => (
          <li key={id} className="group relative border-b border-line py-4">
            <h3
              dir="auto"
              className="font-display text-lg leading-snug font-medium text-pretty wrap-anywhere"
            >
              <Link to={`/article/${id}`} className="card-link">
                {title}
              </Link>
            </h3>
            <p className="meta-line mt-1">
              <DateTime value={createdAt} />
              <span>
                by <PersonLink name={reviewer} />
              </span>
              <span className="tabular-nums">{plural(upvotes, "upvote")}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
