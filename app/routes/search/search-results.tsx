import { useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Pagination } from "~/components/ui/pagination";
import { TabLinks } from "~/components/ui/tab-links";
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

interface ResultsProps {
  q: string;
  answer: SearchResults;
  isFirstPage: boolean;
}

/** What was found of one kind, how much there is of the others, and the way to the rest. */
export function SearchResultList({ q, answer, isFirstPage }: ResultsProps) {
  const { kind, counts, results, next } = answer;
  const { state, location } = useNavigation();
  const isChanging = state === "loading" && location.pathname === "/search";
  const tabs = searchKinds.map((each) => ({
    to: searchPath({ q, kind: each }),
    current: each === kind,
    label: (
      <>
        {names[each].tab}
        <Count {...counts[each]} />
      </>
    ),
  }));
  return (
    <section aria-labelledby="results-heading" aria-busy={isChanging} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h2 id="results-heading" aria-live="polite" className="font-display text-2xl font-medium">
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
        <NothingFound q={q} answer={answer} isFirstPage={isFirstPage} />
      )}
      <LookedAt answer={answer} />
      <Pagination
        label="Pages of results"
        previous={isFirstPage ? null : searchPath({ q, kind })}
        previousLabel="From the first"
        next={next && searchPath({ q, kind, after: next })}
        nextLabel={answer.lookedAt === null ? "Next" : "Look further back"}
      />
    </section>
  );
}

/** `12`, or `1,000+` where not everything was counted; nothing where that would be all there is to say. */
function Count({ count, isMore }: MatchCount) {
  if (isMore && count === 0) return null;
  return (
    <span className="tabular-nums">
      {isMore ? <span className="sr-only">at least </span> : null}
      {formatNumber(count)}
      {isMore ? <span aria-hidden="true">+</span> : null}
    </span>
  );
}

function headingOf(kind: SearchKind, { count, isMore }: MatchCount): string {
  const { tab, one, many } = names[kind];
  if (isMore) return count === 0 ? tab : `At least ${formatNumber(count)} ${many}`;
  if (count === 0) return `No ${many}`;
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Says so where a page is short because it looked no further. */
function LookedAt({ answer: { lookedAt, kind, results } }: { answer: SearchResults }) {
  if (lookedAt === null) return null;
  return (
    <p className="mt-6 rounded bg-sunken px-5 py-4 text-base">
      {results.length ? "That is what" : "Nothing yet: that is what"} the newest{" "}
      {formatNumber(lookedAt)} {names[kind].many} with the rarest of these words have to offer.
      Older ones have not been looked at.
    </p>
  );
}

function NothingFound({ q, answer, isFirstPage }: ResultsProps) {
  const { words, counts, kind } = answer;
  const others = searchKinds.filter(
    (each) => each !== kind && (counts[each].count > 0 || counts[each].isMore),
  );
  const isElsewhere = others.length > 0;
  if (!isFirstPage) {
    return <p className="mt-6 text-base text-muted">There is nothing more to be found.</p>;
  }
  return (
    <EmptyState
      className="mt-6"
      action={
        isElsewhere ? (
          <p className="flex flex-wrap gap-3">
            {others.map((each) => (
              <ButtonLink key={each} to={searchPath({ q, kind: each })} variant="secondary">
                {headingOf(each, counts[each])}
              </ButtonLink>
            ))}
          </p>
        ) : (
          <ButtonLink to="/community" variant="secondary">
            Read what is new
          </ButtonLink>
        )
      }
    >
      {isElsewhere ? `None of the ${names[kind].many} has` : "Nothing has"}{" "}
      {words.length > 1 ? "all of these words" : "this word"}: <QuotedList words={words} />.
    </EmptyState>
  );
}
