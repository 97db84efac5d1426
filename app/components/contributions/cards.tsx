/** Cards of a person's contributions, for the dashboard and for the person's page. */
import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { ExternalIcon, StarIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import type { OwnArticle, OwnComment, OwnReview } from "~/services/people/dashboard-types";
import { plural } from "~/utils/format";

export const ArticleCard = ({ article }: { article: OwnArticle }) => (
  <ContributionCard
    badge={<Badge topic={article.category.slug}>{article.category.name}</Badge>}
    title={<TitleLink to={article.to}>{article.title}</TitleLink>}
    text={article.summary}
  >
    <DateTime value={article.createdAt} />
    <span>{plural(article.views, "view")}</span>
    <span>{plural(article.upvotes, "upvote")}</span>
    <span>{plural(article.commentCount, "comment")}</span>
  </ContributionCard>
);

export const ReviewCard = ({ review }: { review: OwnReview }) => (
  <ContributionCard
    badge={<Hub {...review} />}
    title={<ReviewTitle {...review} />}
    text={review.review}
  >
    <DateTime value={review.createdAt} />
    <span className="wrap-anywhere">
      by <span dir="auto">{review.author}</span>
    </span>
    <Rating rating={review.rating} />
  </ContributionCard>
);

export const CommentCard = ({ comment }: { comment: OwnComment }) => (
  <ContributionCard
    title={<TitleLink to={comment.to}>{comment.on}</TitleLink>}
    text={comment.content}
  >
    <DateTime value={comment.createdAt} withTime />
  </ContributionCard>
);

interface ContributionCardProps {
  badge?: ReactNode;
  title: ReactNode;
  text: string;
  children: ReactNode;
}

const ContributionCard = ({ badge, title, text, children }: ContributionCardProps) => (
  <Card as="article">
    {badge ? <div className="mb-1.5">{badge}</div> : null}
    <h3 dir="auto" className="card-title">
      {title}
    </h3>
    <p dir="auto" className="card-text line-clamp-4">
      {text}
    </p>
    <p className="meta-line mt-auto pt-4 tabular-nums">{children}</p>
  </Card>
);

export const TitleLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link to={to} className="hover:underline">
      {children}
    </Link>
  );

/** Links to the review, and with an icon to the reviewed work. */
export const ReviewTitle = ({ title, to, url }: OwnReview) => (
  <>
    <TitleLink to={to}>{title}</TitleLink>
    {url === null ? null : (
      <>
        {"\u00a0"}
        <a href={url} target="_blank" rel="ugc nofollow noopener">
          <ExternalIcon className="inline size-4 align-[-0.1em] text-muted" />
          <span className="sr-only">The work (opens in a new tab)</span>
        </a>
      </>
    )}
  </>
);

export const Hub = ({ hub, category }: OwnReview) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <Link to={`/${hub.slug}`} className="hover:underline">
      <Badge topic={hub.slug}>{hub.name}</Badge>
    </Link>
    <span className="text-sm text-muted">{category.replaceAll("-", " ")}</span>
  </span>
);

export const Rating = ({ rating }: { rating: number }) => (
  <span className="inline-flex items-center gap-1">
    <StarIcon className="size-4 text-warning" />
    <span className="sr-only">rated</span> {rating}/5
  </span>
);
