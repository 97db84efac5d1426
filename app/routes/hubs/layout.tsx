import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { TopicArticles } from "./topic-articles";
import { AwaitData } from "~/components/ui/await-data";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { hueOf } from "~/components/ui/topic-colors";
import { topicAt } from "~/config/hubs";
import { browseArticles } from "~/services/articles/articles.server";
import { serializeListedArticle, type SerializedArticle } from "~/services/serializers";
import { getContext } from "~/utils/http/load-context";
import { loadOrFallback } from "~/utils/forms/offline-fallback";
import { deferIfSlow } from "~/utils/browser/defer-if-slow";

/** How many of the community's articles stand below a hub's reviews. */
const ARTICLES = 6;

/** What the address says a hub's frame is drawn for; without its articles the rest stands. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { slug: category } = topicAt(new URL(request.url).pathname);
  try {
    const { items } = await browseArticles({ sort: "new", category, limit: ARTICLES });
    return { loaded: items.map((article) => serializeListedArticle(article)) };
  } catch (error) {
    getContext(context).log.error({ err: error }, "the articles of a hub could not be read");
    return { loaded: [] };
  }
}

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  deferIfSlow<SerializedArticle[]>(
    loadOrFallback(
      "hub articles",
      request,
      () => serverLoader<typeof loader>().then(({ loaded }) => loaded),
      () => [],
    ),
  );

/** A filter, a search or a review of a hub is of the same hub. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  topicAt(currentUrl.pathname).slug !== topicAt(nextUrl.pathname).slug;

/** The frame of a hub: its topic above, the community's articles on it below. */
export default function HubLayout() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const topic = topicAt(useLocation().pathname);
  return (
    // Another hub is another page, though the same module draws it.
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
