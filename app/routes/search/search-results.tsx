import { useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { BoundedCount, EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { ButtonLink } from "~/components/ui/button";
import { searchKinds, type SearchKind } from "~/domain/search";
import type { MatchCount, SearchResults } from "~/services/search/search.server";
import { formatNumber, plural } from "~/utils/format";
import { type ReactNode, Fragment } from "react";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { Stars } from "~/components/ui/stars";
import type { HighlightSegment } from "~/domain/tokenizer";
import type {
  ArticleResult,
  CommentResult,
  ReviewResult,
  SearchResult,
} from "~/services/search/search-results";

const titleOf = (kind: SearchKind) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`;

interface SearchResultListProps {
  q: string;
  searchResults: SearchResults;
  isFirstPage: boolean;
}

export function SearchResultList({ q, searchResults, isFirstPage }: SearchResultListProps) {
  const { kind, counts, results, next } = searchResults;
  const { state, location } = useNavigation();
  const isChanging = state === "loading" && location.pathname === "/search";
  const tabs = searchKinds.map((otherKind) => ({
    to: searchPath({ q, kind: otherKind }),
    current: otherKind === kind,
    label: (
      <>
        {titleOf(otherKind)}
        <Count {...counts[otherKind]} />
      </>
    ),
  }));
  return (
    <section aria-labelledby="results-heading" aria-busy={isChanging} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="results-heading" tabIndex={-1} aria-live="polite" className="section-title">
          {headingOf(kind, counts[kind])}
        </h2>
        <TabLinks label="What to search" tabs={tabs} />
      </div>
      {results.length ? (
        <ol
          className={clsx(
            "mt-2 divide-y divide-line border-b border-line transition-opacity",
            isChanging && "opacity-60",
          )}
        >
          {results.map((result) => (
            <li key={result.id}>
              <UnlessBlocked author={result.by}>
                <SearchResultCard result={result} />
              </UnlessBlocked>
            </li>
          ))}
        </ol>
      ) : next ? null : (
        <NothingFound q={q} searchResults={searchResults} isFirstPage={isFirstPage} />
      )}
      <SearchLimitNote searchResults={searchResults} />
      <Pagination
        label="Pages of results"
        previous={isFirstPage ? null : searchPath({ q, kind })}
        previousLabel="First page"
        next={next && searchPath({ q, kind, after: next })}
        nextLabel={searchResults.lookedAt === null ? "Next" : "Search further back"}
      />
    </section>
  );
}

/** The number of matches; nothing if counting stopped early without a match. */
function Count({ count, isMore }: MatchCount) {
  if (isMore && count === 0) return null;
  return (
    <span className="tabular-nums">
      <BoundedCount count={count} isMore={isMore} />
    </span>
  );
}

function headingOf(kind: SearchKind, { count, isMore }: MatchCount): string {
  if (isMore) return count === 0 ? titleOf(kind) : `At least ${formatNumber(count)} ${kind}`;
  return count === 0 ? `No ${kind}` : plural(count, kind.slice(0, -1));
}

function SearchLimitNote({ searchResults }: { searchResults: SearchResults }) {
  const { lookedAt, kind, results } = searchResults;
  if (lookedAt === null) return null;
  return (
    <p className="mt-6 rounded bg-sunken px-5 py-4 text-base">
      {results.length ? "These results are from" : "No results so far in"} the newest{" "}
      {formatNumber(lookedAt)} {kind} with the rarest of these words. Older ones have not been
      searched.
    </p>
  );
}

function NothingFound({ q, searchResults, isFirstPage }: SearchResultListProps) {
  const { words, counts, kind } = searchResults;
  const others = searchKinds.filter(
    (otherKind) => otherKind !== kind && (counts[otherKind].count > 0 || counts[otherKind].isMore),
  );
  const isElsewhere = others.length > 0;
  if (!isFirstPage) {
    return <p className="mt-6 text-base text-muted">There are no more results.</p>;
  }
  return (
    <EmptyState
      className="mt-6"
      action={
        isElsewhere ? (
          <p className="flex flex-wrap gap-3">
            {others.map((otherKind) => (
              <ButtonLink
                key={otherKind}
                to={searchPath({ q, kind: otherKind })}
                variant="secondary"
              >
                {headingOf(otherKind, counts[otherKind])}
              </ButtonLink>
            ))}
          </p>
        ) : (
          <ButtonLink to="/community" variant="secondary">
            Read the newest articles
          </ButtonLink>
        )
      }
    >
      {isElsewhere ? `No ${kind} contain` : "Nothing contains"}{" "}
      {words.length > 1 ? "all of these words" : "this word"}: <QuotedList words={words} />.
    </EmptyState>
  );
}

function SearchResultCard({ result }: { result: SearchResult }) {
  if (result.kind === "articles") return <ArticleResult article={result} />;
  if (result.kind === "reviews") return <ReviewResult review={result} />;
  return <CommentResult comment={result} />;
}

const ArticleResult = ({ article }: { article: ArticleResult }) => (
  <ResultLayout
    result={article}
    badge={<Badge topic={article.category.slug}>{article.category.name}</Badge>}
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
        <Badge topic={review.hub.slug}>{review.hub.name}</Badge>
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
  titlePrefix?: string;
  subtitle?: ReactNode;
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

const Highlight = ({ segments }: { segments: readonly HighlightSegment[] }) => (
  <>{segments.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}</>
);

/** “one”, “two” */
export const QuotedList = ({ words }: { words: readonly string[] }) => (
  <span className="wrap-anywhere">
    {words.map((word, i) => (
      <Fragment key={word}>
        {i ? ", " : ""}“<span dir="auto">{word}</span>”
      </Fragment>
    ))}
  </span>
);

interface SearchParams {
  q: string;
  kind?: SearchKind | null;
  /** A cursor, for other pages. */
  after?: string;
}

const searchPath = ({ q, kind, after }: SearchParams): string =>
  `/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}), ...(after ? { after } : {}) })}`;
