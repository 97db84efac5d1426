import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/ui/list";
import { FormAlert } from "~/components/ui/form";
import { Page, PageHeader, SkipLink } from "~/components/ui/page";
import { SearchForm } from "~/components/ui/search-input";
import { MAX_QUERY_LENGTH, MAX_QUERY_WORDS } from "~/domain/search";
import { searchQuery } from "~/schemas/search";
import { search, type SearchResults } from "~/services/search/search.server";
import { orFallback } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { QuotedList, SearchResultList } from "./search-results";

export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = searchQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { q, kind = null, after } = query;
  const params = { q, kind, isFirstPage: after === null };
  const searchResults = await orFallback(context, search(query), "the search results", null);
  return data({ ...params, searchResults }, { status: searchResults ? 200 : 503 });
}

export default function SearchPage() {
  const { q, kind, isFirstPage, searchResults } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Search" className="pb-6 sm:pb-8" />
      <div className="grid grid-cols-1 items-start justify-between gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,42rem)_minmax(12rem,16rem)]">
        <div>
          {searchResults?.words.length ? (
            <SkipLink to="#results-heading">Skip to the results</SkipLink>
          ) : null}
          <SearchForm
            action="/search"
            of="All content"
            kept={{ kind }}
            aria-label="Search terms"
            required
            maxLength={MAX_QUERY_LENGTH}
            defaultValue={q}
          />
          {searchResults === null ? (
            <FormAlert className="mt-8">
              The search is not available just now. Please try again in a few minutes.
            </FormAlert>
          ) : searchResults.words.length === 0 ? (
            <NoSearchTerms q={q} />
          ) : (
            <>
              <TruncatedQueryNote searchResults={searchResults} />
              <SearchResultList q={q} searchResults={searchResults} isFirstPage={isFirstPage} />
            </>
          )}
        </div>
        <SearchHelp />
      </div>
    </Page>
  );
}

const NoSearchTerms = ({ q }: { q: string }) =>
  q ? (
    <EmptyState className="mt-8">
      There is no searchable word in <QuotedList words={[q]} />. A word has at least two letters or
      digits.
    </EmptyState>
  ) : (
    <p className="mt-8 font-display text-xl text-balance text-muted">
      Search everything the community has written: articles, reviews and comments.
    </p>
  );

const TruncatedQueryNote = ({ searchResults }: { searchResults: SearchResults }) =>
  searchResults.hasMoreWords ? (
    <p className="mt-4 text-sm wrap-anywhere text-muted">
      Only the first {MAX_QUERY_WORDS} words were used: {searchResults.words.join(", ")}.
    </p>
  ) : null;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  pageMeta({
    matches,
    title: loaded?.q ? `“${loaded.q}” · Search` : "Search",
    description: "Search the articles, reviews and comments of the community.",
    path: "/search",
    hidden: true,
  });

const SearchHelp = () => (
  <section aria-labelledby="how-heading" className="lg:sticky lg:top-24">
    <h2 id="how-heading" className="text-base font-medium">
      How search works
    </h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      <li>Every word must occur; their order does not matter.</li>
      <li>Only whole words match: “bonds” does not find “bond”. Case and accents are ignored.</li>
      <li>Matches in titles come first, then all others, each newest first.</li>
    </ul>
  </section>
);
