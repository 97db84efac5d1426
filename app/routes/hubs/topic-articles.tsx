import { PersonLink } from "~/components/people/person-link";
import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { DateTime } from "~/components/ui/date-time";
import { hueBorder, hueOf } from "~/components/ui/topic-colors";
import type { Topic } from "~/domain/topics";
import { plural } from "~/utils/format";

interface TopicArticlesProps {
  topic: Topic;
  articles: readonly TopicArticle[];
}

/** What the list shows of an article. */
export interface TopicArticle {
  id: string;
  title: string;
  createdAt: string;
  reviewer: string;
  upvotes: number;
}

/** The community's newest articles on a topic. */
export function TopicArticles({ topic, articles }: TopicArticlesProps) {
  if (!articles.length) return null;
  return (
    <section
      aria-labelledby="articles-heading"
      className={clsx("mt-16 border-t-2 pt-6", hueBorder[hueOf(topic.slug)])}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="articles-heading" className="section-title">
          Community articles on {topic.title}
        </h2>
        <Link
          to={`/community?category=${topic.slug}`}
          className="link inline-flex min-h-11 items-center"
        >
          {" "}
          All articles{" "}
        </Link>
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {articles.map(({ id, title, createdAt, reviewer, upvotes }) => (
          <li key={id} className="group relative border-b border-line py-4">
            <h3
              dir="auto"
              className="font-display text-lg leading-snug font-medium text-pretty wrap-anywhere"
            >
              <Link to={`/article/${id}`} className="card-link">
                {title}
              </Link>
            </h3>
            <p className="meta-line mt-1">
              <DateTime value={createdAt} />
              <span>
                by <PersonLink name={reviewer} />
              </span>
              <span className="tabular-nums">{plural(upvotes, "upvote")}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
