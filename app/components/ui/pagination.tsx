import { Link } from "@remix-run/react";
import { ArrowLeftIcon, ArrowRightIcon } from "./icons";

interface PaginationProps {
  /** Addresses of the neighbours; a side without one is left out. */
  previous?: string | null;
  next?: string | null;
  previousLabel?: string;
  nextLabel?: string;
  /** What is paged, for those who hear the page. */
  label?: string;
}

const side =
  "inline-flex min-h-11 items-center gap-2 font-medium text-accent underline-offset-4 hover:underline";

export function Pagination(props: PaginationProps) {
  const { previous, next, previousLabel = "Previous", nextLabel = "Next", label = "Pages" } = props;
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={label}
      className="mt-8 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3"
    >
      {previous ? (
        <Link to={previous} rel="prev" className={side}>
          <ArrowLeftIcon />
          {previousLabel}
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link to={next} rel="next" className={side}>
          {nextLabel}
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}
