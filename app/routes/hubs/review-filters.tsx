import { useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { Card } from "~/components/ui/card";
import type { Topic } from "~/domain/topics";
import { hubPath, type HubQuery } from "./hub-path";

/** Category filters of a hub. */
export function ReviewFilters({ topic, query }: { topic: Topic; query: HubQuery }) {
  const { pathname } = useLocation();
  const choices = [{ slug: "all", label: topic.allLabel }, ...topic.reviewCategories];
  return (
    <Card as="nav" aria-labelledby="filters-heading">
      <h2 id="filters-heading" className="font-display text-xl font-medium">
        Filters
      </h2>
      <ul className="-mx-2 mt-3 flex flex-wrap gap-1 lg:flex-col">
        {choices.map(({ slug, label }) => (
          <li key={slug}>
            <Link
              to={hubPath(pathname, { ...query, category: slug })}
              preventScrollReset
              aria-current={slug === query.category ? "true" : undefined}
              className={clsx(
                "flex min-h-11 items-center rounded border px-3",
                slug === query.category
                  ? "border-accent bg-accent-wash font-medium text-accent"
                  : "border-transparent hover:bg-sunken",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
