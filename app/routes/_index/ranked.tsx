import { Link } from "~/components/ui/link";
import { domainOf } from "~/domain/web-url";
import { formatNumber, plural } from "~/utils/format";
import type { FrontPage } from "./front-page.server";

type Line = LinesProps["articles"][number];

/** The articles that come next in strength. */
export const Ranked = ({ articles }: { articles: FrontPage["ranked"] }) =>
  articles.length ? (
    <section aria-labelledby="ranked">
      <div className="front-head">
        <h2 id="ranked" className="front-kicker">
          Also strong, by upvotes, comments and age
        </h2>
        <Link to="/community?sort=hot" className="link inline-flex items-center text-sm touch">
          All articles
        </Link>
      </div>
      <Lines articles={articles} first={2} />
    </section>
  ) : null;

interface LinesProps {
  articles: readonly (FrontPage["ranked"][number] & { age?: string })[];
  /** The rank of the first, if they are ranked. */
  first?: number;
}

/** Articles in a few words each. Each is one link, which is as large as its line. */
export const Lines = ({ articles, first }: LinesProps) => (
  <ol className="front-lines" start={first}>
    {articles.map((article, index) => (
      <li key={article.id} className="group">
        {first === undefined ? null : <span className="front-rank">{first + index}</span>}
        <Link to={`/article/${article.id}`} dir="auto" className="front-line-title card-link">
          {article.title}
        </Link>
        <LineFacts {...article} />
      </li>
    ))}
  </ol>
);

const LineFacts = ({ upvotes, assets, url, reviewer, commentCount, age }: Line) => (
  <>
    <span className="front-score">
      <span aria-hidden="true">▲ </span>
      {formatNumber(upvotes)}
      <span className="sr-only">{upvotes === 1 ? " upvote" : " upvotes"}</span>
    </span>
    <span className="front-line-facts">
      {assets.length ? (
        <span className="font-medium text-ink">{describeAssets(assets)}</span>
      ) : null}
      <span className="wrap-anywhere">{domainOf(url)}</span>
      <span className="wrap-anywhere">{reviewer}</span>
      <span>{plural(commentCount, "comment")}</span>
      {age === undefined ? null : <span>{age}</span>}
    </span>
  </>
);

/** "BTC, ETH", or "BTC and 4 more" */
const describeAssets = ([first, second, ...others]: readonly string[]): string =>
  others.length
    ? `${first} and ${others.length + 1} more`
    : second
      ? `${first}, ${second}`
      : first!;
