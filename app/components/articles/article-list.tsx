import { clsx } from "clsx";
import { Fragment } from "react";
import { NewCount, VisitLine, type Visit } from "~/components/readings/visit";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { ButtonLink } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { EmptyState, Pagination } from "~/components/ui/list";
import type { FormResult } from "~/utils/forms/form-result";
import { ArticleCard, type CardArticle } from "./article-card";
import { ArticleLines, type LineArticle } from "./article-lines";

/** The articles of a page, as its view needs them; `null` if they could not be loaded. */
type ShownArticles =
  | { view: "list"; articles: readonly LineArticle[] | null }
  | { view: "cards"; articles: readonly CardArticle[] | null };

interface ArticleListProps {
  page: ShownArticles & {
    /** The viewer's visit before, if something is new since. */
    visit: Visit | null;
    isFirst: boolean;
    next: string | null;
    previous: string | null;
  };
  failure: string;
  isCategory: boolean;
  /** @returns the URL of a page of the list; of the first one without a cursor */
  urlOf: (cursor: Record<string, string>) => string;
  result: FormResult | undefined;
  /** The columns of the cards. */
  className: string;
}

export function ArticleList(props: ArticleListProps) {
  const { page, failure, isCategory, urlOf, result, className } = props;
  const { articles, visit, isFirst, next, previous } = page;
  return (
    <>
      <NewCount visit={visit} className="mb-4" />
      {articles === null ? (
        <FormAlert>{failure}</FormAlert>
      ) : articles.length === 0 ? (
        <NoArticles isCategory={isCategory} firstPage={isFirst ? null : urlOf({})} />
      ) : page.view === "list" ? (
        <ArticleLines articles={page.articles ?? []} visit={visit} result={result} />
      ) : (
        <div className={clsx("grid grid-cols-1 gap-6 has-aria-expanded:items-start", className)}>
          {page.articles?.map((article, index) => (
            <Fragment key={article.id}>
              <VisitLine visit={visit} above={article.id} className="col-span-full" />
              <UnlessBlocked key={article.id} author={article.reviewer}>
                <ArticleCard
                  article={article}
                  index={index}
                  result={result?.article === article.id ? result : undefined}
                />
              </UnlessBlocked>
            </Fragment>
          ))}
        </div>
      )}
      <Pagination
        label="Pages of articles"
        previous={previous && urlOf({ before: previous })}
        next={next && urlOf({ after: next })}
      />
    </>
  );
}

interface NoArticlesProps {
  isCategory: boolean;
  /** The URL of the first page, if this is another page. */
  firstPage: string | null;
}

function NoArticles({ isCategory, firstPage }: NoArticlesProps) {
  const link = (to: string, label: string) => (
    <ButtonLink to={to} variant="secondary">
      {label}
    </ButtonLink>
  );
  if (firstPage) {
    return (
      <EmptyState action={link(firstPage, "Show the first page")}>
        There are no articles on this page.
      </EmptyState>
    );
  }
  if (!isCategory) return <EmptyState>No articles yet. Be the first to submit one!</EmptyState>;
  return (
    <EmptyState action={link("/community/new", "Post an Article")}>
      No articles found in this category yet. Check back later for new content!
    </EmptyState>
  );
}
