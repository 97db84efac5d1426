import { PersonLink } from "~/components/people/person-link";
import { Link } from "~/components/ui/link";
import { SourceLink } from "~/components/articles/source-link";
import { EditLinks } from "~/components/edit-links";
import { UpvoteButton } from "~/components/articles/upvote-button";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { hueOf } from "~/components/ui/topic-colors";
import type { SerializedArticle } from "~/presenters/articles";
import { plural } from "~/utils/format";

/** The article's header with its metadata, source and upvote button. */
export function ArticleHeader({
  article,
  hasUpvoted,
}: {
  article: SerializedArticle;
  hasUpvoted: boolean;
}) {
  const { title, category } = article;
  return (
    <header className="max-w-measure pt-10 sm:pt-14">
      <Link to={`/category/${category.slug}`} className="hover:underline">
        <Badge hue={hueOf(category.slug)}>{category.name}</Badge>
      </Link>
      <h1 dir="auto" className="mt-3 page-title wrap-anywhere">
        {title}
      </h1>
      <p dir="auto" className="mt-4 text-lg text-pretty wrap-anywhere text-muted sm:text-xl">
        {article.summary}
      </p>
      <p className="meta-line mt-5">
        <DateTime value={article.createdAt} />
        <EditLinks
          path={`/article/${article.id}`}
          author={article.reviewer}
          editedAt={article.editedAt}
        />
        <span>
          by <PersonLink name={article.reviewer} />
        </span>
        <span className="tabular-nums">{plural(article.views, "view")}</span>
      </p>
      {article.repostedAt ? (
        <p className="mt-3 text-sm text-muted">
          Removed by its author and posted again on <DateTime value={article.repostedAt} />:
          comments and upvotes from before may be about another text.
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <UpvoteButton
          articleId={article.id}
          upvotes={article.upvotes}
          hasUpvoted={hasUpvoted}
          action={`/article/${article.id}`}
        />
        <SourceLink article={article} />
      </div>
      {article.imageUrl.startsWith("/") ? null : (
        <img
          src={article.imageUrl}
          alt=""
          decoding="async"
          className="mt-8 max-h-96 w-full rounded border border-line object-cover"
        />
      )}
    </header>
  );
}
