import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readContributions } from "~/services/people/contributions.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { dashboardPath } from "./path";
import { parseDashboardRequest } from "./query.server";
import { sample } from "./sample";
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
import type { DashboardView } from "~/schemas/dashboard";
import type { OwnArticle, OwnComment, OwnList, OwnReview } from "~/services/people/dashboard-types";
import { formatNumber } from "~/utils/format";
import { ListSection } from "./section";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const { params, cursors } = parseDashboardRequest(args.request);
  const viewer = params.isSample ? null : await orErrorResponse(viewerOfPage(args));
  // Signed-out users are redirected by the layout's loader.
  const { articles, reviews, comments } = viewer
    ? await orErrorResponse(readContributions(viewer, cursors))
    : sample;
  return { params, articles, reviews, comments };
}

export default function Contributions() {
  const { params, articles, reviews, comments } = useLoaderData<typeof loader>();
  const { view } = params;
  const pageOf = (kind: keyof typeof params.after) => (cursor: string | null) => {
    const { [kind]: _, ...others } = params.after;
    return dashboardPath({ ...params, after: cursor ? { ...others, [kind]: cursor } : others });
  };
  return (
    <>
      <Articles list={articles} view={view} pathOf={pageOf("articles")} />
      <Reviews list={reviews} view={view} pathOf={pageOf("reviews")} />
      <Comments list={comments} view={view} pathOf={pageOf("comments")} />
    </>
  );
}

interface ContributionsProps<Item> {
  list: OwnList<Item>;
  pathOf: (after: string | null) => string;
  view: DashboardView;
}

const dateColumn = {
  label: "Date",
  cell: ({ createdAt }: { createdAt: string }) => (
    <DateTime value={createdAt} className="whitespace-nowrap" />
  ),
};

const Articles = (props: ContributionsProps<OwnArticle>) => (
  <ListSection
    id="articles"
    title="Your articles"
    {...props}
    empty={{
      text: "You have not posted an article yet.",
      to: "/community/new",
      label: "Post an Article",
    }}
    card={(article) => <ArticleCard article={article} />}
    columns={[
      { label: "Title", cell: ({ title, to }) => <TypedTitle to={to} title={title} /> },
      {
        label: "Category",
        cell: ({ category }) => <Badge topic={category.slug}>{category.name}</Badge>,
      },
      dateColumn,
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

const Reviews = (props: ContributionsProps<OwnReview>) => (
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
          <span dir="auto" className="block">
            <ReviewTitle {...review} />
          </span>
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
      dateColumn,
      { label: "Rating", isFigure: true, cell: ({ rating }) => <Rating rating={rating} /> },
    ]}
  />
);

const Comments = (props: ContributionsProps<OwnComment>) => (
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
      { label: "Article", cell: ({ on, to }) => <TypedTitle to={to} title={on} /> },
      {
        label: "Comment",
        cell: ({ content }) => (
          <span dir="auto" className="line-clamp-3 min-w-52 wrap-anywhere">
            {content}
          </span>
        ),
      },
      dateColumn,
    ]}
  />
);

const TypedTitle = ({ to, title }: { to: string | null; title: string }) => (
  <span dir="auto" className="block">
    <TitleLink to={to}>{title}</TitleLink>
  </span>
);
