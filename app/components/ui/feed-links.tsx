import { clsx } from "clsx";
import { Fragment } from "react";
import { feedFormats } from "~/config/feeds";
import { feedKinds, feedPath } from "~/utils/feeds/feed-links";

interface FeedLinksProps {
  /** The page whose feeds they are, such as `/community`. */
  path: string;
  /** The feeds' content, for screen readers. */
  of: string;
  className?: string;
}

/** Links to a page's feeds. Plain anchors, since the router does not handle files. */
export const FeedLinks = ({ path, of, className }: FeedLinksProps) => (
  <p className={clsx("text-sm text-muted print:hidden", className)}>
    Feeds<span className="sr-only"> of {of}</span>:{" "}
    {feedFormats.map((format, index) => (
      <Fragment key={format}>
        {index > 0 ? <span aria-hidden="true"> · </span> : null}
        <a href={feedPath(path, format)} type={feedKinds[format].type} className="feed-link">
          {feedKinds[format].label}
        </a>
      </Fragment>
    ))}
  </p>
);
