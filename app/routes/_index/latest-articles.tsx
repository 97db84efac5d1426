import { PersonLink } from "~/components/people/person-link";
import { Link } from "~/components/ui/link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { hueOf } from "~/components/ui/topic-colors";
import { plural } from "~/utils/format";

export interface LatestArticle {
  id: string;
  title: string;
  summary: string;
  category: { name: string; slug: string };
  createdAt: string;
  reviewer: string;
  upvotes: number;
  commentCount: number;
}

/** The community's newest articles. */
export const LatestArticles = ({ articles }: { articles: readonly LatestArticle[] }) => (
  <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
    {articles.map((article) => (
      <li key={article.id} className="group relative flex flex-col border-t border-line pt-4">
        <Badge hue={hueOf(article.category.slug)}>{article.category.name}</Badge>
        <h3
          dir="auto"
          className="mt-1.5 font-display text-xl leading-snug font-medium text-pretty wrap-anywhere"
        >
          <Link to={`/article/${article.id}`} className="card-link">
            {article.title}
          </Link>
        </h3>
        <p
          dir="auto"
          className="mt-1.5 line-clamp-4 text-base text-pretty wrap-anywhere text-muted"
        >
          {article.summary}
        </p>
        <p className="meta-line mt-auto pt-3">
          <DateTime value={article.createdAt} />
          <span>
            by <PersonLink name={article.reviewer} />
          </span>
          <span className="tabular-nums">{plural(article.upvotes, "upvote")}</span>
          <span className="tabular-nums">{plural(article.commentCount, "comment")}</span>
        </p>
      </li>
    ))}
  </ul>
);
