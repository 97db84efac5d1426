import { clsx } from "clsx";
import { type ReactNode, Fragment } from "react";
import { Link } from "./link";
import { ArrowLeftIcon, ArrowRightIcon } from "./icons";
import { feedFormats } from "~/config/feeds";
import { feedKinds, feedPath } from "~/utils/feeds/feed-links";
import { formatNumber } from "~/utils/format";

interface EmptyStateProps {
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ children, action, className }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        "grid grid-cols-1 justify-items-start gap-4 rounded border border-dashed border-edge px-6 py-8",
        className,
      )}
    >
      <p className="max-w-measure font-display text-xl text-balance wrap-anywhere">{children}</p>
      {action}
    </div>
  );
}

interface PaginationProps {
  /** URLs of the adjacent pages; a missing one is omitted. */
  previous?: string | null;
  next?: string | null;
  previousLabel?: string;
  nextLabel?: string;
  label?: string;
  /** Whether the links load documents, on a page whose data no navigation could replace. */
  reloadDocument?: boolean;
}

export function Pagination(props: PaginationProps) {
  const { previous, next, previousLabel = "Previous", nextLabel = "Next", label = "Pages" } = props;
  const { reloadDocument } = props;
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={label}
      className="mt-8 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3"
    >
      {previous ? (
        <Link to={previous} rel="prev" reloadDocument={reloadDocument} className="page-link">
          <ArrowLeftIcon />
          {previousLabel}
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link to={next} rel="next" reloadDocument={reloadDocument} className="page-link">
          {nextLabel}
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}

interface TabLinksProps {
  label: string;
  tabs: readonly { to: string; label: ReactNode; current: boolean }[];
  className?: string;
}

/** Tabs made of links, so that each state has a URL. */
export function TabLinks({ label, tabs, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className={clsx("print:hidden", className)}>
      <ul className="tab-group">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.current ? "true" : undefined}
              className={"tab"}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FeedLinksProps {
  path: string;
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

interface BoundedCountProps {
  count: number;
  isMore: boolean;
}

/** `12`, or `1,000+` if counting stopped early. */
export const BoundedCount = ({ count, isMore }: BoundedCountProps) => (
  <>
    {isMore ? <span className="sr-only">at least </span> : null}
    {formatNumber(count)}
    {isMore ? <span aria-hidden="true">+</span> : null}
  </>
);
