import { clsx } from "clsx";
import { Fragment } from "react";
import { feedFormats } from "~/config/feeds";
import { feedKinds, feedPath } from "~/utils/feeds/feed-links";

interface FeedLinksProps {
  /** The page whose content they are, such as `/community`. */
  path: string;
  /** What is in them, for those who hear the page. */
  of: string;
  className?: string;
}

/** The way to a page's feeds: files, which no router of ours opens. */
export const FeedLinks = ({ path, of, className }: FeedLinksProps) => (
  <p className={clsx("text-sm text-muted print:hidden", className)}>
    Feeds<span className="sr-only"> of {of}</span>:{" "}
    {feedFormats.map((format, place) => (
      <Fragment key={format}>
        {place > 0 ? <span aria-hidden="true"> · </span> : null}
        <a
          href={feedPath(path, format)}
          type={feedKinds[format].type}
          className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-accent pointer-coarse:min-h-11"
        >
          {feedKinds[format].label}
        </a>
      </Fragment>
    ))}
  </p>
);
