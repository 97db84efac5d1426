import { useLocation, useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { Fragment, useEffect } from "react";
import { NewCount, VisitLine } from "~/components/readings/visit";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { FormAlert } from "~/components/ui/form";
import { reviewPath } from "~/config/hubs";
import type { Topic } from "~/domain/topics";
import { reviewSorts, type ReviewSort } from "~/domain/work-score";
import { formatNumber } from "~/utils/format";
import { useViewer } from "~/utils/root-data";
import { hubPath, type HubQuery } from "./hub-path";
import type { HubData } from "./hub-data.server";
import { ReviewCard } from "./review-card";

const sortLabels: Record<ReviewSort, string> = { new: "New", best: "Best" };

interface ReviewListProps {
  topic: Topic;
  query: HubQuery;
  /** `null` if they could not be loaded. */
  reviews: HubData["reviews"];
  /** The ids of those that the viewer has saved. */
  saved: HubData["saved"];
  visit: HubData["visit"];
}

export function ReviewList({ topic, query, reviews, saved, visit }: ReviewListProps) {
  const { pathname } = useLocation();
  useOpenReviewAtHash();
  const { state, location } = useNavigation();
  const isChanging = state === "loading" && location.pathname === pathname;
  const pageUrl = (cursor: { after: string } | { before: string }) =>
    `${hubPath(pathname, query, cursor)}#reviews`;
  return (
    <section id="reviews" tabIndex={-1} aria-labelledby="reviews-heading" aria-busy={isChanging}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-heading" aria-live="polite" className="section-title">
          {topic.reviewsHeading}
          {reviews ? (
            <span className="text-muted tabular-nums"> ({formatNumber(reviews.total)})</span>
          ) : null}
        </h2>
        <TabLinks
          label="Sort by"
          tabs={reviewSorts.map((sort) => ({
            label: sortLabels[sort],
            to: hubPath(pathname, { ...query, sort }),
            current: sort === query.sort,
          }))}
        />
      </div>
      <NewCount visit={visit} className="-mt-3 mb-4" />
      {reviews === null ? (
        <FormAlert>Failed to fetch reviews</FormAlert>
      ) : reviews.items.length === 0 ? (
        <NothingFound query={query} isFirst={reviews.isFirst} />
      ) : (
        <div
          className={clsx("grid grid-cols-1 gap-4 transition-opacity", isChanging && "opacity-60")}
        >
          {reviews.items.map((review) => (
            <Fragment key={review.id}>
              <VisitLine visit={visit} above={review.id} />
              <ReviewCard
                review={review}
                isSaved={saved.includes(review.id)}
                to={reviewPath({ id: review.id, hub: topic.slug })}
              />
            </Fragment>
          ))}
        </div>
      )}
      <Pagination
        label="Pages of reviews"
        previous={reviews?.previous && pageUrl({ before: reviews.previous })}
        next={reviews?.next && pageUrl({ after: reviews.next })}
      />
    </section>
  );
}

function NothingFound({ query, isFirst }: { query: HubQuery; isFirst: boolean }) {
  const { pathname } = useLocation();
  const isSignedIn = useViewer() !== null;
  const isFiltered = query.q !== "" || query.category !== "all";
  const resetLink = (label: string, to: HubQuery) => (
    <ButtonLink variant="secondary" to={hubPath(pathname, to)} preventScrollReset>
      {label}
    </ButtonLink>
  );
  if (!isFirst) {
    return (
      <EmptyState action={resetLink("Show the first page", query)}>
        There are no reviews on this page.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        isFiltered ? resetLink("Show all reviews", { ...query, q: "", category: "all" }) : null
      }
    >
      No reviews found matching your criteria.
      {isSignedIn ? " Be the first to add a review!" : " Please check back later."}
    </EmptyState>
  );
}

/** Opens the review named by the URL's fragment; browsers do so only when a document loads. */
function useOpenReviewAtHash() {
  const { hash } = useLocation();
  useEffect(() => {
    const target = hash.startsWith("#review-") ? document.getElementById(hash.slice(1)) : null;
    const details = target?.closest("details");
    if (!details || details.open) return;
    details.open = true;
    target?.scrollIntoView();
  }, [hash]);
}
