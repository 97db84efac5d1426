import { Link } from "@remix-run/react";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { hueOf } from "~/components/ui/topic";

export interface LatestArticle {
  id: string;
  title: string;
  category: { name: string; slug: string };
  createdAt: string;
  reviewer: string;
}

/** The newest of the community, by their titles. */
export const LatestArticles = ({ articles }: { articles: readonly LatestArticle[] }) => (
  <ul className="divide-y divide-line">
    {articles.map(({ id, title, category, createdAt, reviewer }) => (
      <li key={id} className="group relative py-4 first:pt-0">
        <Badge hue={hueOf(category.slug)}>{category.name}</Badge>
        <h3 className="mt-1 font-display text-lg leading-snug font-medium text-pretty">
          <Link
            to={`/article/${id}`}
            className="group-hover:text-accent after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">
          <DateTime value={createdAt} />, by {reviewer}
        </p>
      </li>
    ))}
  </ul>
);
