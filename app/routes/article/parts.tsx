import { PersonLink } from "~/components/people/person-link";
import { Link } from "~/components/ui/link";
import { SourceLink } from "~/components/articles/source-link";
import { EditLinks } from "~/components/edit-links";
import { UpvoteButton } from "~/components/upvote-button";
import { WarningMark } from "~/components/moderation/text-marks";
import { FlagLink } from "~/components/moderation/flag-link";
import { SaveButton } from "~/components/saved/save-button";
import { Crumbs } from "~/components/ui/crumbs";
import { DateTime } from "~/components/ui/date-time";
import { Segments } from "~/components/ui/linkified-text";
import { disclosureSentences } from "~/domain/disclosure";
import type { TextSegment } from "~/domain/text-segments";
import type { SerializedArticle } from "~/presenters/articles";
import { plural } from "~/utils/format";
import { borderColor } from "~/components/ui/topic-colors";
import type { Crumb } from "~/utils/seo/structured-data";

/** The pages above an article. */
export const articleTrail = ({ slug, name }: SerializedArticle["category"]): Crumb[] => [
  { to: "/community", label: "Community Articles" },
  { to: `/category/${slug}`, label: name, topic: slug },
];

interface ArticleHeaderProps {
  article: SerializedArticle;
  title: readonly TextSegment[];
  summary: readonly TextSegment[];
  hasUpvoted: boolean;
  isSaved: boolean;
  /** Whether the summary and the picture are folded away below. */
  isFolded: boolean;
}

export function ArticleHeader({
  article,
  title,
  summary,
  hasUpvoted,
  isSaved,
  isFolded,
}: ArticleHeaderProps) {
  const { category } = article;
  return (
    <header className="max-w-measure pt-10 sm:pt-14">
      <Crumbs trail={articleTrail(category)} />
      <h1 dir="auto" className="page-title wrap-anywhere">
        <Segments segments={title} />
      </h1>
      {isFolded ? null : <ArticleSummary summary={summary} />}
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
      <WarningMark mark={article.warning} />
      <DisclosureStatement article={article} />
      {article.repostedAt ? (
        <p className="mt-3 text-sm text-muted">
          Removed by its author and posted again on <DateTime value={article.repostedAt} />:
          comments and upvotes from before may be about another text.
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <UpvoteButton
          kind="article"
          id={article.id}
          upvotes={article.upvotes}
          author={article.reviewer}
          hasUpvoted={hasUpvoted}
          action={`/article/${article.id}`}
        />
        <SaveButton kind="article" id={article.id} isSaved={isSaved} />
        <FlagLink kind="article" id={article.id} author={article.reviewer} />
        <SourceLink article={article} />
      </div>
      {isFolded ? null : <ArticleImage article={article} />}
    </header>
  );
}

/** What the author says about holding what the article is about. */
const DisclosureStatement = ({ article }: Pick<ArticleHeaderProps, "article">) => {
  const { disclosure, disclosureNote } = article;
  if (!disclosure && !disclosureNote) return null;
  return (
    <p className="mt-3 text-sm text-muted">
      {disclosure ? disclosureSentences[disclosure] : "The author says:"}
      {disclosureNote ? (
        <>
          {" "}
          “<span dir="auto">{disclosureNote}</span>”
        </>
      ) : null}
    </p>
  );
};

/** The summary with links to the people whom it names. */
export const ArticleSummary = ({ summary }: Pick<ArticleHeaderProps, "summary">) => (
  <p dir="auto" className="mt-4 text-lg text-pretty wrap-anywhere text-muted sm:text-xl">
    <Segments segments={summary} />
  </p>
);

/** The author's picture, not the placeholder of the category. */
export const ArticleImage = ({ article: { imageUrl } }: Pick<ArticleHeaderProps, "article">) =>
  imageUrl.startsWith("/") ? null : (
    <img
      src={imageUrl}
      alt=""
      decoding="async"
      className="mt-8 max-h-96 w-full rounded border border-line object-cover"
    />
  );

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

export function RelatedArticles({ category, articles }: RelatedArticlesProps) {
  if (!articles.length) return null;
  return (
    <aside aria-labelledby="related" className="mt-14 lg:sticky lg:top-24 lg:mt-16 lg:self-start">
      <h2
        id="related"
        className={`border-t-2 pt-3 text-base font-medium ${borderColor(category.slug)}`}
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
