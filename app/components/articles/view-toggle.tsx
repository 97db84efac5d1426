import { useLocation } from "@remix-run/react";
import { useFormFetcher } from "~/components/ui/form";
import { articleViews, type ArticleView } from "~/domain/article-view";

const labels: Record<ArticleView, string> = { list: "List", cards: "Cards" };

/** Buttons to show articles as lines or as cards, which this browser then remembers. */
export function ViewToggle({ view }: { view: ArticleView }) {
  const fetcher = useFormFetcher();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  // They would take precedence over the choice.
  for (const name of ["view", "comments"]) query.delete(name);
  return (
    <fetcher.Form method="post" action="/community/view" className="print:hidden">
      <input
        type="hidden"
        name="redirectTo"
        value={query.size ? `${pathname}?${query}` : pathname}
      />
      <div role="group" aria-label="Show as" className="tab-group">
        {articleViews.map((name) => (
          <button
            key={name}
            name="view"
            value={name}
            aria-pressed={name === view}
            className="toggle-button min-h-9"
          >
            {labels[name]}
          </button>
        ))}
      </div>
    </fetcher.Form>
  );
}
