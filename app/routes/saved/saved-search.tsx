import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { SearchInput } from "~/components/ui/search-input";
import { MAX_LIST_QUERY_LENGTH } from "~/domain/field-limits";
import type { SavedKind } from "~/domain/saved";

interface SavedSearchProps {
  kind: SavedKind | null;
  q: string;
}

export const SavedSearch = ({ kind, q }: SavedSearchProps) => (
  <Form role="search" action="/saved" aria-label="What you have saved" className="flex gap-2">
    {kind ? <input type="hidden" name="kind" value={kind} /> : null}
    <SearchInput
      // Reset the field when the query changes, also when navigating back.
      key={q}
      aria-label="Words in the texts or in your notes"
      placeholder="Words in the texts or in your notes"
      maxLength={MAX_LIST_QUERY_LENGTH}
      defaultValue={q}
    />
    <Button>Search</Button>
  </Form>
);
