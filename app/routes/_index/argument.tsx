import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Link, TextLink } from "~/components/ui/link";
import { EmptyState } from "~/components/ui/list";
import { categoryName } from "~/domain/categories";
import { domainOf } from "~/domain/web-url";
import { plural } from "~/utils/format";
import type { FrontPage } from "./front-page.server";

/** The strongest article, with what was best answered to it. */
export const Argument = ({ lead }: Pick<FrontPage, "lead">) => (
  <section aria-labelledby="argument">
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 id="argument" className="front-kicker">
        {lead && !lead.isOfThisWeek ? "The strongest argument" : "This week’s argument"}
      </h2>
      <p className="text-sm text-muted">What readers back most, and the best answer to it.</p>
    </div>
    {lead ? (
      <Lead article={lead} />
    ) : (
      <EmptyState
        className="mt-3"
        action={
          <ButtonLink to="/community/new" variant="secondary">
            Post an Article
          </ButtonLink>
        }
      >
        {lead === null
          ? "The articles are not available just now."
          : "Nothing has been argued yet. The first article that others find worth reading will stand here."}
      </EmptyState>
    )}
  </section>
);

const Lead = ({ article }: { article: NonNullable<FrontPage["lead"]> }) => {
  const { id, title, summary, url, category, reviewer, createdAt, age, assets, quote } = article;
  return (
    <article aria-labelledby="lead">
      <h3 id="lead" dir="auto" className="front-lead">
        <Link to={`/article/${id}`} className="hover:text-accent">
          {title}
        </Link>
      </h3>
      <p dir="auto" className="mt-2 text-lg leading-snug text-pretty wrap-anywhere">
        {summary}
      </p>
      <p className="meta-line mt-2 items-center">
        <Badge topic={category}>{categoryName(category)}</Badge>
        {assets.length ? <span className="font-medium text-ink">{assets.join(", ")}</span> : null}
        <span className="wrap-anywhere">
          by <PersonLink name={reviewer} />
        </span>
        <time dateTime={createdAt}>{age}</time>
        <span className="tabular-nums">{plural(article.upvotes, "upvote")}</span>
        <span className="wrap-anywhere">{domainOf(url)}</span>
      </p>
      {quote ? (
        <figure className="front-quote">
          <blockquote dir="auto">“{quote.text}”</blockquote>
          <figcaption className="mt-1 text-sm text-muted">
            <PersonLink name={quote.by} />,{" "}
            <TextLink to={quote.to}>best of {plural(article.commentCount, "comment")}</TextLink>
          </figcaption>
        </figure>
      ) : (
        <p className="front-quote text-muted">
          Nobody has answered it yet.{" "}
          <TextLink to={`/article/${id}#comments`}>Be the first</TextLink>
        </p>
      )}
    </article>
  );
};
