import { EditLinks } from "~/components/edit-links";
import { WarningMark } from "~/components/moderation/text-marks";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { PersonLink } from "~/components/people/person-link";
import { TextLink } from "~/components/ui/link";
import { FlagLink } from "~/components/moderation/flag-link";
import { SaveButton } from "~/components/saved/save-button";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { ChevronDownIcon, ExternalIcon } from "~/components/ui/icons";
import { LinkifiedText } from "~/components/ui/linkified-text";
import { reviewPath } from "~/config/hubs";
import { topicOfReviewCategory } from "~/domain/topics";
import type { SerializedReview } from "~/presenters/reviews";
import { Stars } from "~/components/ui/stars";
import { joinSegments, type TextSegment } from "~/domain/text-segments";

/** A review whose URLs have already been found by the loader. */
export type ListedReview = Omit<SerializedReview, "review"> & { segments: TextSegment[] };

export const withText = ({ segments, ...review }: ListedReview) => ({
  ...review,
  review: joinSegments(segments),
});

/** The id of the heading that names the reviewed work. */
export const workId = (reviewId: string): string => `work-${reviewId}`;

export const WorkTitle = ({ title, url }: Pick<ListedReview, "title" | "url">) =>
  url ? (
    <a
      href={url}
      target="_blank"
      rel="ugc nofollow noopener"
      className="underline-offset-4 hover:text-accent hover:underline"
    >
      {`${title}\u00a0`}
      <ExternalIcon className="ms-1 inline size-4 align-baseline text-muted" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  ) : (
    title
  );

interface ReviewCardProps {
  review: ListedReview;
  /** Whether the viewer has saved it. */
  isSaved: boolean;
  /** The URL of its own page, in a list. */
  to?: string;
}

/**
 * A review: collapsed in a list, and open on its own page, which has the title as its heading. The id is on the text
 * itself, because browsers then open the collapsed parent when the URL's fragment names it.
 */
export function ReviewCard({ review, isSaved, to }: ReviewCardProps) {
  const { id, title, author, url, rating, username, category, createdAt } = review;
  const topic = topicOfReviewCategory(category);
  const path = topic && reviewPath({ id, hub: topic.slug });
  const text = (
    <LinkifiedText
      id={`review-${id}`}
      segments={review.segments}
      className="max-w-measure scroll-mt-48 border-s-2 border-line ps-4 text-base target:border-accent"
    />
  );
  return (
    <UnlessBlocked author={username}>
      <Card as="article" aria-labelledby={workId(id)} className="p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
          <div className="min-w-0 flex-1 basis-72">
            {to ? (
              <h3 id={workId(id)} dir="auto" className="mb-1 card-title">
                <WorkTitle title={title} url={url} />
              </h3>
            ) : null}
            <p className="text-base wrap-anywhere">
              <span className="text-muted">Author:</span> <span dir="auto">{author}</span>
            </p>
          </div>
          <div className="flex items-center gap-2">
            <Stars rating={rating} />
            <SaveButton
              kind="review"
              id={id}
              isSaved={isSaved}
              title={title}
              anchor={workId(id)}
              isCompact
              className="-my-2 -me-3"
            />
          </div>
        </div>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{category.replaceAll("-", " ")}</Badge>
          <DateTime value={createdAt} />
          <span>
            Reviewed by <PersonLink name={username} />
          </span>
          {path ? <EditLinks path={path} author={username} editedAt={review.editedAt} /> : null}
          <FlagLink kind="review" id={id} author={username} className="-my-2 -ms-3" />
        </p>
        <WarningMark mark={review.warning} className="mt-4" />
        {to ? (
          <details className="group mt-1 -mb-3 open:mb-0">
            <summary className="disclosure">
              <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
              Read the review
              <span dir="auto" className="sr-only">{` of ${title}`}</span>
            </summary>
            {text}
            <p className="mt-3 pb-3 text-sm">
              <TextLink to={to} aria-label={`Open on its own page: the review of ${title}`}>
                Open on its own page
              </TextLink>
            </p>
          </details>
        ) : (
          <div className="mt-4">{text}</div>
        )}
      </Card>
    </UnlessBlocked>
  );
}
