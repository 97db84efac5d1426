import { Link } from "~/components/ui/link";
import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { ExternalIcon, StarIcon } from "~/components/ui/icons";
import { hueOf } from "~/components/ui/topic-colors";
import type { DashboardView } from "~/schemas/dashboard";
import type { OwnArticle, OwnComment, OwnList, OwnReview } from "~/services/dashboard/types";
import { formatNumber, plural } from "~/utils/format";
import { ListSection, TitleLink } from "./section";

interface ContributionsProps<Item> {
  list: OwnList<Item>;
  pathOf: (after: string | null) => string;
  view: DashboardView;
}

export const Articles = (props: ContributionsProps<OwnArticle>) => (
  <ListSection
    id="articles"
    title="Your articles"
    {...props}
    empty={{
      text: "You have not posted an article yet.",
      to: "/community#post",
      label: "Post an Article",
    }}
    card={({ title, summary, to, category, createdAt, views, upvotes, commentCount }) => (
      <OwnCard
        badge={<Badge hue={hueOf(category.slug)}>{category.name}</Badge>}
        title={<TitleLink to={to}>{title}</TitleLink>}
        text={summary}
      >
        <DateTime value={createdAt} />
        <span>{plural(views, "view")}</span>
        <span>{plural(upvotes, "upvote")}</span>
        <span>{plural(commentCount, "comment")}</span>
      </OwnCard>
    )}
    columns={[
      { label: "Title", cell: ({ title, to }) => <TitleLink to={to}>{title}</TitleLink> },
      {
        label: "Category",
        cell: ({ category }) => <Badge hue={hueOf(category.slug)}>{category.name}</Badge>,
      },
      { label: "Date", cell: ({ createdAt }) => <TableDate value={createdAt} /> },
      { label: "Views", isFigure: true, cell: ({ views }) => formatNumber(views) },
      { label: "Upvotes", isFigure: true, cell: ({ upvotes }) => formatNumber(upvotes) },
      {
        label: "Comments",
        isFigure: true,
        cell: ({ commentCount }) => formatNumber(commentCount),
      },
    ]}
  />
);

export const Reviews = (props: ContributionsProps<OwnReview>) => (
  <ListSection
    id="reviews"
    title="Your reviews"
    {...props}
    empty={{ text: "You have not reviewed anything yet.", to: "/research", label: "Choose a Hub" }}
    card={(review) => (
      <OwnCard badge={<Hub {...review} />} title={<ReviewTitle {...review} />} text={review.review}>
        <DateTime value={review.createdAt} />
        <span className="wrap-anywhere">by {review.author}</span>
        <Rating rating={review.rating} />
      </OwnCard>
    )}
    columns={[
      { label: "Title", cell: (review) => <ReviewTitle {...review} /> },
      {
        label: "Author",
        cell: ({ author }) => <span className="block min-w-28 wrap-anywhere">{author}</span>,
      },
      { label: "Hub", cell: (review) => <Hub {...review} /> },
      { label: "Date", cell: ({ createdAt }) => <TableDate value={createdAt} /> },
      { label: "Rating", isFigure: true, cell: ({ rating }) => <Rating rating={rating} /> },
    ]}
  />
);

export const Comments = (props: ContributionsProps<OwnComment>) => (
  <ListSection
    id="comments"
    title="Your comments"
    {...props}
    empty={{
      text: "You have not commented yet.",
      to: "/community",
      label: "Read what others posted",
    }}
    card={({ content, on, to, createdAt }) => (
      <OwnCard title={<TitleLink to={to}>{on}</TitleLink>} text={content}>
        <DateTime value={createdAt} withTime />
      </OwnCard>
    )}
    columns={[
      { label: "Article", cell: ({ on, to }) => <TitleLink to={to}>{on}</TitleLink> },
      {
        label: "Comment",
        cell: ({ content }) => (
          <span className="line-clamp-3 min-w-52 wrap-anywhere">{content}</span>
        ),
      },
      { label: "Date", cell: ({ createdAt }) => <TableDate value={createdAt} /> },
    ]}
  />
);

interface OwnCardProps {
  badge?: ReactNode;
  title: ReactNode;
  text: string;
  /** Metadata in small type. */
  children: ReactNode;
}

const OwnCard = ({ badge, title, text, children }: OwnCardProps) => (
  <Card as="article">
    {badge ? <div className="mb-1.5">{badge}</div> : null}
    <h3 className="card-title">{title}</h3>
    <p className="card-text line-clamp-4">{text}</p>
    <p className="meta-line mt-auto pt-4 tabular-nums">{children}</p>
  </Card>
);

const TableDate = ({ value }: { value: string }) => (
  <DateTime value={value} className="whitespace-nowrap" />
);

/** Links to the review, and with an icon to the reviewed work. */
const ReviewTitle = ({ title, to, url }: OwnReview) => (
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

const Hub = ({ hub, category }: OwnReview) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <Link to={`/${hub.slug}`} className="hover:underline">
      <Badge hue={hueOf(hub.slug)}>{hub.name}</Badge>
    </Link>
    <span className="text-sm text-muted">{category.replaceAll("-", " ")}</span>
  </span>
);

const Rating = ({ rating }: { rating: number }) => (
  <span className="inline-flex items-center gap-1">
    <StarIcon className="size-4 text-warning" />
    <span className="sr-only">rated</span> {rating}/5
  </span>
);
