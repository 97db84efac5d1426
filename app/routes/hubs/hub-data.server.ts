import type { LoaderFunctionArgs } from "@remix-run/node";
import type { HubQuery } from "./hub-path";
import { topicAt } from "~/config/hubs";
import { REVIEWS } from "~/config/page-tags";
import { REVIEWS_PER_PAGE } from "~/domain/field-limits";
import type { Topic } from "~/domain/topics";
import { hubQuery, reviewForm } from "~/schemas/reviews";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { browseAndCountReviews, type Review } from "~/services/articles/reviews.server";
import { openDraft } from "~/utils/open-draft.server";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orFallback } from "~/utils/http/error-responses.server";
import { readListVisit } from "~/utils/readings.server";
import { savedByViewer } from "~/utils/saved.server";
import { serializeReview } from "~/presenters/reviews";
import { linkify } from "~/domain/linkify";
import type { ListedReview } from "./review-card";

/** Loads a hub's list of reviews according to the URL. */
export async function hubData({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">) {
  const url = new URL(request.url);
  const topic = topicAt(url.pathname);
  const params = hubQuery.parse(Object.fromEntries(url.searchParams));
  const category = topic.reviewCategories.find(({ slug }) => slug === params.category)?.slug;
  const query: Omit<HubQuery, "isAdding"> = {
    category: category ?? "all",
    q: params.q ?? "",
    sort: params.sort,
  };
  const read = readReviews(topic, { ...params, category });
  const reviews = await orFallback(context, read, "the reviews of a hub", null);
  const draft = await openDraft({ request, context }, "review", topic.slug);
  const readSaved = async () => {
    const viewer = await viewerOfPage({ request, context });
    return [...(await savedByViewer(viewer, "review", reviews?.items ?? []))];
  };
  const saved = await orFallback(context, readSaved(), "what the viewer has saved", [] as string[]);
  const place = { reviews: topic.slug, category };
  const visit =
    reviews && query.sort === "new" && !query.q
      ? await readListVisit({ request, context }, place, { ...params, items: reviews.items })
      : null;
  return { query, reviews, saved, visit, draft, constraint: getConstraint(reviewForm(topic)) };
}

export type HubData = Awaited<ReturnType<typeof hubData>>;

type ReviewQuery = Omit<Parameters<typeof browseAndCountReviews>[0], "hub" | "limit">;

async function readReviews({ slug: hub }: Topic, place: ReviewQuery) {
  const { category, q, sort, after, before } = place;
  const list = { hub, category, q, sort, after, before, limit: REVIEWS_PER_PAGE };
  const read = async () => {
    const { items, ...page } = await browseAndCountReviews(list);
    return { ...page, items: items.map(listedReview), isFirst: !after && !before };
  };
  // Search results are not cached, because there are too many different queries.
  return q ? read() : cachedRead([REVIEWS], ["reviews", list], read);
}

/** Serialises a review for a page, with the links in its text already found. */
export function listedReview(review: Review): ListedReview {
  const { review: text, ...rest } = serializeReview(review);
  return { ...rest, segments: linkify(text, review.named) };
}
