import { Link } from "~/components/ui/link";
import { DateTime } from "~/components/ui/date-time";
import { hueBorder, hueOf } from "~/components/ui/topic-colors";
import type { SerializedArticle } from "~/presenters/articles";
import { plural } from "~/utils/format";

/** What the list shows of an article. */
export interface RelatedArticle {
  id: string;
  title: string;
  createdAt: string;
  upvotes: number;
}

interface RelatedArticlesProps {
  category: SerializedArticle["category"];
  articles: readonly RelatedArticle[];
}

/** Other articles in the same category. */
export function RelatedArticles({ category, articles }: RelatedArticlesProps) {
  if (!articles.length) return null;
  return (
    <aside aria-labelledby="related" className="mt-14 lg:sticky lg:top-24 lg:mt-16 lg:self-start">
      <h2
        id="related"
        className={`border-t-2 pt-3 text-base font-medium ${hueBorder[hueOf(category.slug)]}`}
      >
        More in {category.name}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {articles.map(({ id, title, createdAt, upvotes }) => (
          <li key={id} className="py-3">
            <Link
              to={`/article/${id}`}
              dir="auto"
              className="block font-display text-lg leading-snug wrap-anywhere hover:underline"
            >
              {title}
            </Link>
            <p className="meta-line mt-1">
              <DateTime value={createdAt} />
              <span className="tabular-nums">{plural(upvotes, "upvote")}</span>
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
