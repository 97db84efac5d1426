import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { SearchHelp } from "./search-help";
import { QuotedList } from "./quoted-list";
import { SearchResultList } from "./search-results";
import { SearchForm } from "./search-form";
import { EmptyState } from "~/components/ui/empty-state";
import { FormAlert } from "~/components/ui/form-alert";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { MAX_QUERY_WORDS } from "~/domain/search";
import { searchQuery } from "~/schemas/search";
import { search, type SearchResults } from "~/services/search/search.server";
import { loaderHeaders } from "~/utils/http/headers";
import { getContext } from "~/utils/http/load-context";
import { pageMeta } from "~/utils/seo/meta";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = searchQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { q, kind = null, after } = query;
  const params = { q, kind, isFirstPage: after === null };
  try {
    return { ...params, searchResults: await search(query) };
  } catch (error) {
    getContext(context).log.error({ err: error }, "the search failed");
    return data({ ...params, searchResults: null }, { status: 503 });
  }
}

export default function SearchPage() {
  const { q, kind, isFirstPage, searchResults } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Search" className="pb-6 sm:pb-8" />
      <div className="grid grid-cols-1 items-start justify-between gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,42rem)_minmax(12rem,16rem)]">
        <div>
          <SearchForm q={q} kind={kind} />
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

export const headers = loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) =>
  pageMeta({
    matches,
    title: loaded?.q ? `“${loaded.q}” · Search` : "Search",
    description: "Search the articles, reviews and comments of the community.",
    path: "/search",
    hidden: true,
  });
