import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { SearchInput } from "~/components/ui/search-input";
import { MAX_QUERY_LENGTH } from "~/domain/search";
import type { SearchParams } from "./search-path";

/** The search page's form, with the current query and kind. */
export const SearchForm = ({ q, kind }: SearchParams) => (
  <Form role="search" action="/search" aria-label="All content" className="flex flex-wrap gap-2">
    {kind ? <input type="hidden" name="kind" value={kind} /> : null}
    <SearchInput
      // Reset the field when the query changes, also when navigating back.
      key={q}
      aria-label="Search terms"
      required
      maxLength={MAX_QUERY_LENGTH}
      defaultValue={q}
    />
    <Button>Search</Button>
  </Form>
);
