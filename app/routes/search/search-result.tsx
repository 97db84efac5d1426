import type { ReactNode } from "react";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { Stars } from "~/components/ui/stars";
import { hueOf } from "~/components/ui/topic-colors";
import type { HighlightSegment } from "~/domain/tokenizer";
import type {
  ArticleResult,
  CommentResult,
  ReviewResult,
  SearchResult,
} from "~/services/search/search-results";
import { plural } from "~/utils/format";

/** A search result: title, excerpt and metadata. */
export function SearchResultCard({ result }: { result: SearchResult }) {
  if (result.kind === "articles") return <ArticleResult article={result} />;
  if (result.kind === "reviews") return <ReviewResult review={result} />;
  return <CommentResult comment={result} />;
}

const ArticleResult = ({ article }: { article: ArticleResult }) => (
  <ResultLayout
    result={article}
    badge={<Badge hue={hueOf(article.category.slug)}>{article.category.name}</Badge>}
  >
    <DateTime value={article.createdAt} />
    <span>
      by <PersonLink name={article.by} />
    </span>
    <span>{plural(article.views, "view")}</span>
    <span>{plural(article.upvotes, "upvote")}</span>
    <span>{plural(article.commentCount, "comment")}</span>
  </ResultLayout>
);

const ReviewResult = ({ review }: { review: ReviewResult }) => (
  <ResultLayout
    result={review}
    badge={
      <span className="flex flex-wrap items-center gap-x-3">
        <Badge hue={hueOf(review.hub.slug)}>{review.hub.name}</Badge>
        <span className="text-sm text-muted">{review.category.replaceAll("-", " ")}</span>
      </span>
    }
    subtitle={
      <p className="mt-1 text-base wrap-anywhere">
        <span className="text-muted">Author:</span>{" "}
        <span dir="auto">
          <Highlight segments={review.author} />
        </span>
      </p>
    }
  >
    <DateTime value={review.createdAt} />
    <span>
      Reviewed by <PersonLink name={review.by} />
    </span>
    <Stars rating={review.rating} />
  </ResultLayout>
);

const CommentResult = ({ comment }: { comment: CommentResult }) => (
  <ResultLayout result={comment} titlePrefix="On ">
    <DateTime value={comment.createdAt} withTime />
    <span>
      by <PersonLink name={comment.by} />
    </span>
  </ResultLayout>
);

interface ResultLayoutProps {
  result: SearchResult;
  badge?: ReactNode;
  /** Text before the title's link. */
  titlePrefix?: string;
  subtitle?: ReactNode;
  /** Metadata in small type. */
  children: ReactNode;
}

const ResultLayout = ({ result, badge, titlePrefix, subtitle, children }: ResultLayoutProps) => (
  <article aria-labelledby={`found-${result.id}`} className="py-6">
    {badge ? <div className="mb-1.5">{badge}</div> : null}
    <h3 id={`found-${result.id}`} dir="auto" className="card-title">
      {titlePrefix ? (
        <span dir="ltr" className="text-muted">
          {titlePrefix}
        </span>
      ) : null}
      <Link to={result.to} className="underline-offset-4 hover:text-accent hover:underline">
        <Highlight segments={result.title} />
      </Link>
    </h3>
    {subtitle}
    <p dir="auto" className="card-text">
      <Highlight segments={result.excerpt} />
    </p>
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
      {children}
    </p>
  </article>
);

/** A text with its matches highlighted. */
const Highlight = ({ segments }: { segments: readonly HighlightSegment[] }) => (
  <>{segments.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}</>
);
