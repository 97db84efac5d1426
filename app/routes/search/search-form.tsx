import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { SearchIcon } from "~/components/ui/icons";
import { QUERY_MAX } from "~/domain/search";
import type { SearchParams } from "./search-path";

/** The search page's form, with the current query and kind. */
export const SearchForm = ({ q, kind }: SearchParams) => (
  <Form role="search" action="/search" aria-label="All content" className="flex flex-wrap gap-2">
    {kind ? <input type="hidden" name="kind" value={kind} /> : null}
    <div className="relative min-w-0 grow basis-40">
      <SearchIcon className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        // Reset the field when the query changes, also when navigating back.
        key={q}
        type="search"
        name="q"
        aria-label="Search terms"
        required
        maxLength={QUERY_MAX}
        defaultValue={q}
        className="min-h-11 w-full rounded border border-edge bg-raised ps-10 pe-3 text-base hover:border-ink"
      />
    </div>
    <Button>Search</Button>
  </Form>
);
