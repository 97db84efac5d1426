import { useLocation, useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { useEffect } from "react";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { FormAlert } from "~/components/ui/form-alert";
import { Pagination } from "~/components/ui/pagination";
import { TabLinks } from "~/components/ui/tab-links";
import { reviewPath } from "~/config/hubs";
import type { Topic } from "~/domain/topics";
import { reviewSorts, type ReviewSort } from "~/domain/work-score";
import type { SerializedReview } from "~/services/serializers";

import { formatNumber } from "~/utils/format";
import { useViewer } from "~/utils/root-data";
import { hubPath, type HubQuery } from "./hub-path";
import { ReviewCard } from "./review-card";

const sortLabels: Record<ReviewSort, string> = { new: "New", best: "Best" };

/** A page of a hub's reviews. */
export interface ReviewPage {
  items: readonly SerializedReview[];
  /** How many match, whatever page is shown. */
  total: number;
  next: string | null;
  previous: string | null;
  /** Whether it is the beginning of the list. */
  isFirst: boolean;
}

interface ReviewListProps {
  topic: Topic;
  query: HubQuery;
  /** `null` when they could not be had. */
  reviews: ReviewPage | null;
}

/** The reviews that match, how many they are, and the way to the rest of them. */
export function ReviewList({ topic, query, reviews }: ReviewListProps) {
  const { pathname } = useLocation();
  useOpenAtHash();
  const { state, location } = useNavigation();
  const isChanging = state === "loading" && location.pathname === pathname;
  const page = (place: { after: string } | { before: string }) =>
    `${hubPath(pathname, query, place)}#reviews`;
  return (
    <section id="reviews" aria-labelledby="reviews-heading" aria-busy={isChanging}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-heading" aria-live="polite" className="font-display text-2xl font-medium">
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
      {reviews === null ? (
        <FormAlert>Failed to fetch reviews</FormAlert>
      ) : reviews.items.length === 0 ? (
        <NothingFound query={query} isFirst={reviews.isFirst} />
      ) : (
        <div
          className={clsx("grid grid-cols-1 gap-4 transition-opacity", isChanging && "opacity-60")}
        >
          {reviews.items.map((review) => (
            <ReviewCard
              key={review.id}
              review={review}
              to={reviewPath({ id: review.id, hub: topic.slug })}
            />
          ))}
        </div>
      )}
      <Pagination
        label="Pages of reviews"
        previous={reviews?.previous && page({ before: reviews.previous })}
        next={reviews?.next && page({ after: reviews.next })}
      />
    </section>
  );
}

function NothingFound({ query, isFirst }: { query: HubQuery; isFirst: boolean }) {
  const { pathname } = useLocation();
  const isSignedIn = useViewer() !== null;
  const isNarrowed = query.q !== "" || query.category !== "all";
  const wayBack = (label: string, to: HubQuery) => (
    <ButtonLink variant="secondary" to={hubPath(pathname, to)} preventScrollReset>
      {label}
    </ButtonLink>
  );
  if (!isFirst) {
    return (
      <EmptyState action={wayBack("Show the first page", query)}>
        There are no reviews on this page.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={isNarrowed ? wayBack("Show all reviews", { ...query, q: "", category: "all" }) : null}
    >
      No reviews found matching your criteria.
      {isSignedIn ? " Be the first to add a review!" : " Please check back later."}
    </EmptyState>
  );
}

/** A review that the address names is open; browsers do so themselves only when a document arrives. */
function useOpenAtHash() {
  const { hash } = useLocation();
  useEffect(() => {
    const named = hash.startsWith("#review-") ? document.getElementById(hash.slice(1)) : null;
    const details = named?.closest("details");
    if (!details || details.open) return;
    details.open = true;
    named?.scrollIntoView();
  }, [hash]);
}
