import { useLocation } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { VisitLine, type Visit } from "~/components/readings/visit";
import { Badge } from "~/components/ui/badge";
import { FormAlert } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { categoryName } from "~/domain/categories";
import { disclosureMark, type Disclosure } from "~/domain/disclosure";
import { domainOf } from "~/domain/web-url";
import type { SerializedArticle } from "~/presenters/articles";
import { cardAnchor } from "~/utils/article-cards";
import { CachedMarkup } from "~/utils/cached-markup";
import { plural } from "~/utils/format";
import type { FormResult } from "~/utils/forms/form-result";
import { UpvoteButton } from "../upvote-button";

export interface LineArticle extends Pick<
  SerializedArticle,
  "id" | "url" | "title" | "summary" | "createdAt" | "upvotes" | "commentCount" | "reviewer"
> {
  category: string;
  /** How old it is, in words: "3 days ago". */
  age: string;
  /** The symbols of the assets that it names. */
  assets: readonly string[];
  disclosure?: Disclosure;
  hasUpvoted?: boolean;
}

interface ArticleLinesProps {
  articles: readonly LineArticle[];
  visit?: Visit | null;
  result?: FormResult | undefined;
}

/** A dense list of articles, one line each, which leads to their pages. */
export function ArticleLines({ articles, visit, result }: ArticleLinesProps) {
  const { pathname, search } = useLocation();
  return (
    <ol className="article-lines">
      {articles.map((article) => (
        <li key={article.id}>
          <VisitLine visit={visit} above={article.id} className="pt-3" />
          <UnlessBlocked author={article.reviewer} className="py-2">
            <ArticleLine
              article={article}
              action={`${pathname}${search}`}
              result={result?.article === article.id ? result : undefined}
            />
          </UnlessBlocked>
        </li>
      ))}
    </ol>
  );
}

interface ArticleLineProps {
  article: LineArticle;
  action: string;
  result?: FormResult | undefined;
}

function ArticleLine({ article, action, result }: ArticleLineProps) {
  const { hasUpvoted = false, upvotes, ...facts } = article;
  const { id, reviewer } = article;
  return (
    <article id={cardAnchor(id)} aria-labelledby={`title-${id}`} className="article-line">
      <div className="article-line-score">
        <UpvoteButton
          kind="article"
          id={id}
          articleId={id}
          upvotes={upvotes}
          author={reviewer}
          hasUpvoted={hasUpvoted}
          action={`${action}#${cardAnchor(id)}`}
          isCompact
        />
      </div>
      <CachedMarkup className="contents" component={LineFacts} props={facts} />
      <FormAlert className="col-span-full">{result?.formError?.message}</FormAlert>
    </article>
  );
}

/** The part of a line that is the same for every viewer. */
const LineFacts = (props: Omit<LineArticle, "upvotes" | "hasUpvoted">) => {
  const { id, url, title, summary, category, createdAt, age, commentCount, reviewer } = props;
  const { disclosure } = props;
  const mark = disclosureMark(disclosure, props.assets);
  const isNamed = props.assets.length > 0;
  return (
    <>
      <div className="min-w-0">
        <h3 id={`title-${id}`} dir="auto" className="article-line-title">
          <Link to={`/article/${id}`}>{title}</Link>
        </h3>
        <p className="meta-line items-center">
          {isNamed ? <Assets symbols={props.assets} /> : null}
          <a href={url} target="_blank" rel="ugc nofollow noopener">
            {domainOf(url)}
            <span className="sr-only">: the source (opens in a new tab)</span>
          </a>
          <Link to={`/category/${category}`}>
            <Badge topic={category}>{categoryName(category)}</Badge>
          </Link>
          <span className="wrap-anywhere">
            by <PersonLink name={reviewer} />
            {mark ? `, who ${mark}` : null}
          </span>
          <time dateTime={createdAt}>{age}</time>
          <Link to={`/article/${id}#comments`}>{plural(commentCount, "comment")}</Link>
        </p>
      </div>
      <p dir="auto" className="article-line-summary">
        {summary}
      </p>
    </>
  );
};

/** The most assets that a line lists by name. */
const MAX_NAMED = 4;

const Assets = ({ symbols }: { symbols: readonly string[] }) => (
  <span className="font-medium text-ink">
    <span className="sr-only">Names </span>
    {symbols.slice(0, MAX_NAMED).join(", ")}
    {symbols.length > MAX_NAMED ? ` and ${symbols.length - MAX_NAMED} more` : null}
  </span>
);
