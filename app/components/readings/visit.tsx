import { clsx } from "clsx";
import { BoundedCount } from "~/components/ui/list";
import { Link } from "~/components/ui/link";

/** The viewer's visit before this one, and what others have added since. */
export interface Visit {
  /** 0 if that is not known on this page. */
  count: number;
  isMore: boolean;
  /** When it was, after "since": "Tuesday". */
  since: string;
  /** When it was, after "you were here": "on Tuesday". */
  on: string;
  /** The id of the first item of a list that was there, if newer ones stand above it. */
  lineBefore?: string | null;
}

interface NewCountProps {
  visit: Visit | null | undefined;
  /** Where the first of what is new stands. */
  to?: string;
  className?: string;
}

/** "12 new since Tuesday" */
export function NewCount({ visit, to, className }: NewCountProps) {
  if (!visit?.count) return null;
  const text = (
    <>
      <BoundedCount {...visit} /> new since {visit.since}
    </>
  );
  return (
    <p className={clsx("text-base tabular-nums", className)}>
      {to ? (
        <Link to={to} className="link inline-flex items-center touch">
          {text}
        </Link>
      ) : (
        <span className="text-muted">{text}</span>
      )}
    </p>
  );
}

interface VisitLineProps {
  visit: Visit | null | undefined;
  /** The id of the item below. */
  above: string;
  className?: string;
}

/** The line in a list between what is new and what was there. */
export function VisitLine({ visit, above, className }: VisitLineProps) {
  if (visit?.lineBefore !== above) return null;
  return (
    <p
      className={clsx(
        "flex items-center gap-3 text-sm font-medium text-accent before:h-px before:grow before:bg-accent after:h-px after:grow after:bg-accent",
        className,
      )}
    >
      You were here {visit.on}
    </p>
  );
}
