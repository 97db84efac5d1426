import { Form, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { Button } from "~/components/ui/button";
import { SearchIcon } from "~/components/ui/icons";
import { LIST_QUERY_MAX } from "~/domain/field-limits";
import { hubPath, hubQueryIn, type HubQuery } from "./hub-path";

/** A pause in typing that is long enough to look. */
const PAUSE_MS = 250;
const PLACEHOLDER = "Search by title, author, or keyword...";

/** Searches a hub's reviews: on submit, and with scripts as one types, without filling the history. */
export function ReviewSearch({ query }: { query: HubQuery }) {
  const { pathname, key } = useLocation();
  const { location: coming } = useNavigation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  // Whoever goes back finds the search there as well; whoever is typing is left alone.
  useEffect(() => {
    const input = field.current;
    const isTyping = input === document.activeElement || timer.current !== undefined;
    if (input && !isTyping) input.value = query.q;
  }, [key, query.q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // What was asked for last: that may not be shown yet, and is not to be undone by what is typed.
  const asked = useRef<HubQuery | null>(query);
  useEffect(() => {
    if (!coming) asked.current = query;
    else asked.current = coming.pathname === pathname ? hubQueryIn(coming.search) : null;
  });

  const search = (pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const q = field.current?.value.trim() ?? "";
      // Whoever is leaving the hub is not held back.
      if (!asked.current || asked.current.q === q) return;
      navigate(hubPath(pathname, { ...asked.current, q }), {
        replace: true,
        preventScrollReset: true,
      });
    }, pause);
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
      <div className="relative min-w-0 grow basis-40">
        <SearchIcon className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search reviews"
          placeholder={PLACEHOLDER}
          maxLength={LIST_QUERY_MAX}
          defaultValue={query.q}
          onInput={() => search(PAUSE_MS)}
          className="min-h-11 w-full rounded border border-edge bg-raised ps-10 pe-3 text-base text-ellipsis placeholder:text-muted hover:border-ink"
        />
      </div>
      <Button variant="secondary">Search</Button>
    </Form>
  );
}
