import { Link } from "./link";
import { ArrowLeftIcon, ArrowRightIcon } from "./icons";

interface PaginationProps {
  /** URLs of the adjacent pages; a missing one is omitted. */
  previous?: string | null;
  next?: string | null;
  previousLabel?: string;
  nextLabel?: string;
  /** Accessible name, such as "Pages of comments". */
  label?: string;
}

export function Pagination(props: PaginationProps) {
  const { previous, next, previousLabel = "Previous", nextLabel = "Next", label = "Pages" } = props;
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={label}
      className="mt-8 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3"
    >
      {previous ? (
        <Link to={previous} rel="prev" className="page-link">
          <ArrowLeftIcon />
          {previousLabel}
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link to={next} rel="next" className="page-link">
          {nextLabel}
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}
