import { Form, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { Button } from "~/components/ui/button";
import { SearchInput } from "~/components/ui/search-input";
import { MAX_LIST_QUERY_LENGTH } from "~/domain/field-limits";
import { hubPath, hubQueryIn, type HubQuery } from "./hub-path";

const DEBOUNCE_MS = 250;
const PLACEHOLDER = "Search by title, author, or keyword...";

/** Searches a hub's reviews: on submit, and with JavaScript while typing, replacing the history entry. */
export function ReviewSearchField({ query }: { query: HubQuery }) {
  const { pathname, key } = useLocation();
  const { location: nextLocation } = useNavigation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  // Sync the field with the URL after navigating back, but not while the user is typing.
  useEffect(() => {
    const input = field.current;
    const isTyping = input === document.activeElement || timer.current !== undefined;
    if (input && !isTyping) input.value = query.q;
  }, [key, query.q]);
  useEffect(() => {
    // Search for text that was typed before hydration.
    if (field.current?.value.trim() !== query.q) search(DEBOUNCE_MS);
    return () => clearTimeout(timer.current);
    // Run only once, with the query of the first render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // The last requested query, which may still be loading; a new search must build on it rather than
  // on the rendered one. `null` while leaving the hub.
  const requested = useRef<HubQuery | null>(query);
  useEffect(() => {
    if (!nextLocation) requested.current = query;
    else
      requested.current =
        nextLocation.pathname === pathname ? hubQueryIn(nextLocation.search) : null;
  });

  const search = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const q = field.current?.value.trim() ?? "";
      // Do not interrupt leaving the hub.
      if (!requested.current || requested.current.q === q) return;
      navigate(hubPath(pathname, { ...requested.current, q }), {
        replace: true,
        preventScrollReset: true,
      });
    }, delay);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(0);
  };

  return (
    <Form role="search" action={pathname} onSubmit={onSubmit} className="flex flex-wrap gap-2">
      {query.category === "all" ? null : (
        <input type="hidden" name="category" value={query.category} />
      )}
      {query.sort === "new" ? null : <input type="hidden" name="sort" value={query.sort} />}
      <SearchInput
        ref={field}
        aria-label="Search reviews"
        placeholder={PLACEHOLDER}
        maxLength={MAX_LIST_QUERY_LENGTH}
        defaultValue={query.q}
        onInput={() => search(DEBOUNCE_MS)}
      />
      <Button variant="secondary">Search</Button>
    </Form>
  );
}
