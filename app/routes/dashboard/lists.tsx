import type { ReactNode } from "react";
import {
  ArticleCard,
  CommentCard,
  Hub,
  Rating,
  ReviewCard,
  ReviewTitle,
  TitleLink,
} from "~/components/contributions/cards";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { hueOf } from "~/components/ui/topic-colors";
import type { DashboardView } from "~/schemas/dashboard";
import type { OwnArticle, OwnComment, OwnList, OwnReview } from "~/services/people/dashboard-types";
import { formatNumber } from "~/utils/format";
import { ListSection } from "./section";

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
    card={(article) => <ArticleCard article={article} />}
    columns={[
      {
        label: "Title",
        cell: ({ title, to }) => (
          <Words>
            <TitleLink to={to}>{title}</TitleLink>
          </Words>
        ),
      },
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
    card={(review) => <ReviewCard review={review} />}
    columns={[
      {
        label: "Title",
        cell: (review) => (
          <Words>
            <ReviewTitle {...review} />
          </Words>
        ),
      },
      {
        label: "Author",
        cell: ({ author }) => (
          <span dir="auto" className="block min-w-28 wrap-anywhere">
            {author}
          </span>
        ),
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
    card={(comment) => <CommentCard comment={comment} />}
    columns={[
      {
        label: "Article",
        cell: ({ on, to }) => (
          <Words>
            <TitleLink to={to}>{on}</TitleLink>
          </Words>
        ),
      },
      {
        label: "Comment",
        cell: ({ content }) => (
          <span dir="auto" className="line-clamp-3 min-w-52 wrap-anywhere">
            {content}
          </span>
        ),
      },
      { label: "Date", cell: ({ createdAt }) => <TableDate value={createdAt} /> },
    ]}
  />
);

/** What somebody typed, in the direction of its own script. */
const Words = ({ children }: { children: ReactNode }) => (
  <span dir="auto" className="block">
    {children}
  </span>
);

const TableDate = ({ value }: { value: string }) => (
  <DateTime value={value} className="whitespace-nowrap" />
);
