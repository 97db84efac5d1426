import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { TopicArticles, type TopicArticle } from "./topic-articles";
import { AwaitData } from "~/components/ui/await-data";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { hueOf } from "~/components/ui/topic-colors";
import { topicAt } from "~/config/hubs";
import { ARTICLES, SUPPORT } from "~/config/page-tags";
import { browseArticles } from "~/services/articles/articles.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { getContext } from "~/utils/http/load-context";
import { loadOrFallback } from "~/utils/forms/offline-fallback";
import { deferIfSlow } from "~/utils/browser/defer-if-slow";

/** The number of community articles below the reviews. */
const ARTICLES_SHOWN = 6;

/** The community articles of the hub's topic; the hub still renders without them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { slug: category } = topicAt(new URL(request.url).pathname);
  try {
    const read = () => readArticles(category);
    return { loaded: await cachedRead([ARTICLES, SUPPORT], ["hub articles", category], read) };
  } catch (error) {
    getContext(context).log.error({ err: error }, "the articles of a hub could not be read");
    return { loaded: [] };
  }
}

async function readArticles(category: string): Promise<TopicArticle[]> {
  const { items } = await browseArticles({ sort: "new", category, limit: ARTICLES_SHOWN });
  return items.map(({ id, title, createdAt, reviewer, upvotes }) => ({
    id,
    title,
    reviewer,
    upvotes,
    createdAt: createdAt.toISOString(),
  }));
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  deferIfSlow<TopicArticle[]>(
    loadOrFallback(
      "hub articles",
      request,
      () => serverLoader<typeof loader>().then(({ loaded }) => loaded),
      () => [],
    ),
  );

/** Reloads the articles only for another hub: filters, searches and reviews do not change them. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  topicAt(currentUrl.pathname).slug !== topicAt(nextUrl.pathname).slug;

/** The hub's frame: its topic above, community articles below. */
export default function HubLayout() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const topic = topicAt(useLocation().pathname);
  return (
    // Reset all state when switching hubs, which share this module.
    <Page key={topic.slug}>
      <PageHeader title={topic.title} standfirst={topic.subtitle} hue={hueOf(topic.slug)} />
      <Outlet />
      <AwaitData data={loaded} skeleton={null}>
        {(articles) => <TopicArticles topic={topic} articles={articles} />}
      </AwaitData>
    </Page>
  );
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}
