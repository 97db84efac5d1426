import { PersonLink } from "~/components/people/person-link";
import { useLocation } from "@remix-run/react";
import { Link, TextLink } from "~/components/ui/link";
import { clsx } from "clsx";
import { useState, type MouseEvent } from "react";
import { SaveButton } from "~/components/saved/save-button";
import { Badge } from "~/components/ui/badge";
import { buttonClass } from "~/components/ui/button";
import { Card, FIRST_CARDS } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form";
import { textColor } from "~/components/ui/topic-colors";
import { categoryName } from "~/domain/categories";
import { disclosureMark, type Disclosure } from "~/domain/disclosure";
import { domainOf } from "~/domain/web-url";
import type { SerializedArticle } from "~/presenters/articles";
import { cardAnchor } from "~/utils/article-cards";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber, plural } from "~/utils/format";
import { CachedMarkup } from "~/utils/cached-markup";
import { CardComments, type OpenComments } from "./card-comments";
import { SourceLink } from "./source-link";
import { UpvoteButton } from "../upvote-button";

export interface CardArticle extends Pick<
  SerializedArticle,
  | "id"
  | "url"
  | "title"
  | "summary"
  | "createdAt"
  | "views"
  | "upvotes"
  | "commentCount"
  | "reviewer"
> {
  category: string;
  disclosure?: Disclosure;
  /** If missing, the card shows the domain in the colour of the category. */
  imageUrl?: string;
  hasUpvoted?: boolean;
  isSaved?: boolean;
  /** Its comments, if the page was loaded with them open. */
  open?: OpenComments | null;
}

interface ArticleCardProps {
  article: CardArticle;
  index: number;
  result?: FormResult | undefined;
}

export function ArticleCard({ article, index, result }: ArticleCardProps) {
  const { id, url, title, summary, imageUrl, category, hasUpvoted = false, open = null } = article;
  const mark = disclosureMark(article.disclosure);
  const anchor = cardAnchor(id);
  const isComment = result?.intent === "comment";
  const [isOpen, setIsOpen] = useState(open !== null || isComment);
  const [views, setViews] = useState(open?.views ?? article.views);
  const { cardUrl, toggleUrl } = useCardLinks(id, isOpen);

  const onToggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(!isOpen);
  };

  const isFirst = index < FIRST_CARDS;
  const viewCount = Math.max(views, article.views);

  return (
    <Card
      as="article"
      id={anchor}
      aria-labelledby={`title-${id}`}
      className={clsx("overflow-hidden", !isFirst && "lazy-layout")}
    >
      <CachedMarkup
        className="contents"
        component={CardSummary}
        props={{ id, url, title, summary, imageUrl, category, isEager: isFirst }}
      />
      <div className="card-foot">
        <div className="flex items-start justify-between gap-2">
          <p className="meta-line min-w-0 wrap-anywhere">
            <DateTime value={article.createdAt} />
            <span>
              by <PersonLink name={article.reviewer} />
              {mark ? `, who ${mark}` : null}
            </span>
            <data value={viewCount}>{plural(viewCount, "view")}</data>
          </p>
          <SaveButton
            kind="article"
            id={id}
            isSaved={article.isSaved ?? false}
            title={title}
            anchor={anchor}
            isCompact
            className="-my-2 -me-3 shrink-0"
          />
        </div>
        <div className="button-row">
          <UpvoteButton
            kind="article"
            id={id}
            articleId={id}
            upvotes={article.upvotes}
            author={article.reviewer}
            hasUpvoted={hasUpvoted}
            action={cardUrl}
          />{" "}
          <Link
            to={toggleUrl}
            aria-expanded={isOpen}
            onClick={onToggle}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            {isOpen ? "Hide Comments" : "Show Comments"}
            <span>{`(${formatNumber(article.commentCount)})`}</span>
          </Link>
        </div>
        <FormAlert>{isComment ? null : result?.formError?.message}</FormAlert>
      </div>
      {isOpen ? (
        <CardComments
          articleId={id}
          author={article.reviewer}
          initial={open}
          cardUrl={cardUrl}
          result={isComment ? result : undefined}
          onViews={setViews}
        />
      ) : null}
    </Card>
  );
}

interface CardSummaryProps extends Pick<
  CardArticle,
  "id" | "url" | "title" | "summary" | "imageUrl" | "category"
> {
  /** Whether the image is loaded at once rather than when it is scrolled into view. */
  isEager: boolean;
}

/** The part of the card that is the same for every viewer. */
const CardSummary = (props: CardSummaryProps) => {
  const { id, url, title, summary, imageUrl, category, isEager } = props;
  return (
    <>
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          width={640}
          height={256}
          loading={isEager ? "eager" : "lazy"}
          decoding="async"
          className="card-image"
        />
      ) : (
        <p aria-hidden="true" className={clsx("card-image card-domain", textColor(category))}>
          {domainOf(url)}
        </p>
      )}
      <Link to={`/category/${category}`} className="topic-link">
        <Badge topic={category}>{categoryName(category)}</Badge>
      </Link>
      <h3 id={`title-${id}`} dir="auto" className="card-title mt-2">
        <Link to={`/article/${id}`}>{title}</Link>
      </h3>
      <p dir="auto" className="card-text">
        {summary}
      </p>
      <p className="card-links">
        <SourceLink article={{ url, title }} />
        <TextLink to={`/article/${id}`} aria-label={`View Details of ${title}`}>
          View Details
        </TextLink>
      </p>
    </>
  );
};

/** The URL of this card on the current page, and the same with its comments toggled. */
function useCardLinks(id: string, isOpen: boolean) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const toggledQuery = new URLSearchParams(search);
  if (isOpen) {
    query.set("comments", id);
    toggledQuery.delete("comments");
  } else {
    toggledQuery.set("comments", id);
  }
  const urlOf = (params: URLSearchParams) =>
    `${pathname}${params.size ? `?${params}` : ""}#${cardAnchor(id)}`;
  return { cardUrl: urlOf(query), toggleUrl: urlOf(toggledQuery) };
}
