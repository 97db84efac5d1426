import { Link, useLocation } from "@remix-run/react";
import { useState, type MouseEvent } from "react";
import { Badge } from "~/components/ui/badge";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form-alert";
import { hueOf } from "../ui/topic-colors";
import type { SerializedArticle } from "~/services/serializers";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber, plural } from "~/utils/format";
import { CardComments, type OpenComments } from "./card-comments";
import { SourceLink } from "./source-link";
import { UpvoteButton } from "./upvote-button";

/** As many pictures are not put off until somebody scrolls to them. */
const SEEN_AT_ONCE = 3;

interface ArticleCardProps {
  article: SerializedArticle;
  hasUpvoted: boolean;
  /** Its comments, where the page came with them open. */
  open?: OpenComments | null;
  /** How many come before it. */
  place: number;
  /** What a native post of one of its forms came back with. */
  result?: FormResult | undefined;
}

/** An article in a grid: what it is, where it comes from, what the community makes of it. */
export function ArticleCard(props: ArticleCardProps) {
  const { article, hasUpvoted, open = null, place, result } = props;
  const { id, title, category } = article;
  const anchor = `article-${id}`;
  const isComment = result?.intent === "comment";
  const [isOpen, setIsOpen] = useState(open !== null || isComment);
  const [views, setViews] = useState(open?.views ?? article.views);
  const { here, toggle } = useCardLinks(id, isOpen);

  const onToggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(!isOpen);
  };

  return (
    <Card as="article" id={anchor} aria-labelledby={`${anchor}-title`} className="overflow-hidden">
      <img
        src={article.imageUrl}
        alt=""
        width={640}
        height={256}
        loading={place < SEEN_AT_ONCE ? "eager" : "lazy"}
        decoding="async"
        className="-mx-5 -mt-5 mb-4 aspect-5/2 w-[calc(100%+2.5rem)] max-w-none border-b border-line object-cover"
      />
      <Link to={`/category/${category.slug}`} className="self-start hover:underline">
        <Badge hue={hueOf(category.slug)}>{category.name}</Badge>
      </Link>
      <h3
        id={`${anchor}-title`}
        className="mt-2 font-display text-xl font-medium text-pretty wrap-anywhere"
      >
        <Link to={`/article/${id}`} className="hover:underline">
          {title}
        </Link>
      </h3>
      <p className="mt-2 text-base text-pretty wrap-anywhere">{article.summary}</p>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        <SourceLink article={article} />
        <Link to={`/article/${id}`} className="link" aria-label={`View Details of ${title}`}>
          View Details
        </Link>
      </p>
      <div className="mt-auto grid gap-4 pt-5">
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <DateTime value={article.createdAt} />
          <span>by {article.reviewer}</span>
          <span className="tabular-nums">{plural(Math.max(views, article.views), "view")}</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <UpvoteButton
            articleId={id}
            upvotes={article.upvotes}
            hasUpvoted={hasUpvoted}
            here={here}
          />
          <Link
            to={toggle}
            aria-expanded={isOpen}
            onClick={onToggle}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            {isOpen ? "Hide" : "Show"} Comments
            <span className="tabular-nums">({formatNumber(article.commentCount)})</span>
          </Link>
        </div>
        <FormAlert>{isComment ? null : result?.refusal?.message}</FormAlert>
      </div>
      {isOpen ? (
        <CardComments
          articleId={id}
          initial={open}
          here={here}
          result={isComment ? result : undefined}
          onViews={setViews}
        />
      ) : null}
    </Card>
  );
}

/** The addresses of this card on this page, and of this page with its comments the other way round. */
function useCardLinks(id: string, isOpen: boolean) {
  const { pathname, search } = useLocation();
  const here = new URLSearchParams(search);
  const toggled = new URLSearchParams(search);
  if (isOpen) {
    here.set("comments", id);
    toggled.delete("comments");
  } else {
    toggled.set("comments", id);
  }
  const address = (query: URLSearchParams) =>
    `${pathname}${query.size ? `?${query}` : ""}#article-${id}`;
  return { here: address(here), toggle: address(toggled) };
}
