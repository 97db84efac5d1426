import type { LoaderFunctionArgs } from "@remix-run/node";
import type { HubQuery } from "~/components/reviews/hub-address";
import type { ReviewPage } from "~/components/reviews/review-list";
import { topicAt } from "~/config/hubs";
import { REVIEWS_PER_PAGE } from "~/domain/limits";
import type { Topic } from "~/domain/topics";
import { hubQuery, reviewForm } from "~/schemas/reviews";
import { browseArticles } from "~/services/articles.server";
import { listedArticle, shownReview, type ShownArticle } from "~/services/representations";
import { browseAndCountReviews } from "~/services/reviews.server";
import { constraintOf } from "~/utils/forms.server";
import { contextOf } from "~/utils/load-context";

/** How many of the community's articles stand below a hub's reviews. */
const ARTICLES = 6;

/** Everything on a hub's page, as its address asks for it. What fails is left out; the rest stands. */
export async function hubData({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">) {
  const url = new URL(request.url);
  const topic = topicAt(url.pathname);
  const asked = hubQuery.parse(Object.fromEntries(url.searchParams));
  const category = topic.reviewCategories.find(({ slug }) => slug === asked.category)?.slug;
  const query: Omit<HubQuery, "isAdding"> = {
    category: category ?? "all",
    q: asked.q ?? "",
    sort: asked.sort,
  };
  const failed = (what: string) => (error: unknown) => {
    contextOf(context).log.error({ err: error }, `${what} of a hub could not be read`);
    return null;
  };
  const [reviews, articles] = await Promise.all([
    readReviews(topic, { ...asked, category }).catch(failed("the reviews")),
    readArticles(topic).catch(failed("the articles")),
  ]);
  const constraint = constraintOf(reviewForm(topic));
  return { query, reviews, articles: articles ?? [], constraint };
}

type Asked = Omit<Parameters<typeof browseAndCountReviews>[0], "hub" | "limit">;

async function readReviews(
  { slug: hub }: Topic,
  { category, q, sort, after, before }: Asked,
): Promise<ReviewPage> {
  const place = { sort, after, before, limit: REVIEWS_PER_PAGE };
  const { items, ...page } = await browseAndCountReviews({ hub, category, q, ...place });
  return { ...page, items: items.map(shownReview) };
}

async function readArticles({ slug: category }: Topic): Promise<ShownArticle[]> {
  const { items } = await browseArticles({ sort: "new", category, limit: ARTICLES });
  return items.map((article) => listedArticle(article));
}
