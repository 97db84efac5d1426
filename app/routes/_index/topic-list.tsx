import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { hueBorder, hueOf } from "~/components/ui/topic-colors";
import { plural } from "~/utils/format";

interface ListedTopic {
  slug: string;
  title: string;
  description: string;
  /** `null` if counting failed. */
  papers: number | null;
  contributors: number | null;
}

/** The six topics with their counts. */
export const TopicList = ({ topics }: { topics: readonly ListedTopic[] }) => (
  <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
    {topics.map(({ slug, title, description, papers, contributors }) => (
      <li key={slug} className={clsx("group relative border-t-2 pt-2.5", hueBorder[hueOf(slug)])}>
        <h3 className="font-display text-xl font-medium">
          <Link to={`/${slug}`} className="card-link">
            {title}
          </Link>
        </h3>
        <p className="mt-1 text-base text-pretty text-muted">{description}</p>
        {papers === null || contributors === null ? null : (
          <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm tabular-nums">
            <span>{plural(papers, "paper")}</span>
            <span>{plural(contributors, "contributor")}</span>
          </p>
        )}
      </li>
    ))}
  </ul>
);
