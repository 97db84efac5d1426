import { useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { BoundedCount, EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { ButtonLink } from "~/components/ui/button";
import { searchKinds, type SearchKind } from "~/domain/search";
import type { MatchCount, SearchResults } from "~/services/search/search.server";
import { formatNumber } from "~/utils/format";
import { QuotedList } from "./quoted-list";
import { SearchResultCard } from "./search-result";
import { searchPath } from "./search-path";

const names: Record<SearchKind, { tab: string; one: string; many: string }> = {
  articles: { tab: "Articles", one: "article", many: "articles" },
  reviews: { tab: "Reviews", one: "review", many: "reviews" },
  comments: { tab: "Comments", one: "comment", many: "comments" },
};

interface SearchResultListProps {
  q: string;
  searchResults: SearchResults;
  isFirstPage: boolean;
}

/** The results of one kind, with the counts of the others and pagination. */
export function SearchResultList({ q, searchResults, isFirstPage }: SearchResultListProps) {
  const { kind, counts, results, next } = searchResults;
  const { state, location } = useNavigation();
  const isChanging = state === "loading" && location.pathname === "/search";
  const tabs = searchKinds.map((otherKind) => ({
    to: searchPath({ q, kind: otherKind }),
    current: otherKind === kind,
    label: (
      <>
        {names[otherKind].tab}
        <Count {...counts[otherKind]} />
      </>
    ),
  }));
  return (
    <section aria-labelledby="results-heading" aria-busy={isChanging} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="results-heading" aria-live="polite" className="section-title">
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
              <SearchResultCard result={result} />
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
  const { tab, one, many } = names[kind];
  if (isMore) return count === 0 ? tab : `At least ${formatNumber(count)} ${many}`;
  if (count === 0) return `No ${many}`;
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Notes that the search stopped after a number of items. */
function SearchLimitNote({
  searchResults: { lookedAt, kind, results },
}: {
  searchResults: SearchResults;
}) {
  if (lookedAt === null) return null;
  return (
    <p className="mt-6 rounded bg-sunken px-5 py-4 text-base">
      {results.length ? "These results are from" : "No results so far in"} the newest{" "}
      {formatNumber(lookedAt)} {names[kind].many} with the rarest of these words. Older ones have
      not been searched.
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
      {isElsewhere ? `No ${names[kind].many} contain` : "Nothing contains"}{" "}
      {words.length > 1 ? "all of these words" : "this word"}: <QuotedList words={words} />.
    </EmptyState>
  );
}
