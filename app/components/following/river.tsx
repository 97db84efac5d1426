import { PersonLink } from "~/components/people/person-link";
import { VisitLine, type Visit } from "~/components/readings/visit";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { Stars } from "~/components/ui/stars";
import type { SerializedRiverEntry } from "~/presenters/following";

interface RiverProps {
  entries: readonly SerializedRiverEntry[];
  visit: Visit | null;
}

/** Texts of all kinds in one list, newest first. */
export const River = ({ entries, visit }: RiverProps) => (
  <ol className="divide-y divide-line border-b border-line">
    {entries.map((entry) => (
      <li key={entry.id}>
        <VisitLine visit={visit} above={entry.id} className="pt-4" />
        <RiverEntry entry={entry} />
      </li>
    ))}
  </ol>
);

const kindNames = { article: "Article", review: "Review", comment: "Comment" };

const RiverEntry = ({ entry }: { entry: SerializedRiverEntry }) => (
  <article aria-labelledby={`text-${entry.id}`} className="py-5">
    <p className="mb-1.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span>{kindNames[entry.kind]}</span>
      {entry.topic ? <Badge topic={entry.topic.slug}>{entry.topic.name}</Badge> : null}
    </p>
    <h3 id={`text-${entry.id}`} dir="auto" className="card-title">
      {entry.kind === "comment" ? (
        <span dir="ltr" className="text-muted">
          On{" "}
        </span>
      ) : null}
      <Link to={entry.to} className="underline-offset-4 hover:text-accent hover:underline">
        {entry.title}
      </Link>
    </h3>
    <p dir="auto" className="card-text">
      {entry.excerpt}
    </p>
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
      <span>
        by <PersonLink name={entry.by} />
      </span>
      <DateTime value={entry.createdAt} withTime />
      {entry.rating === null ? null : <Stars rating={entry.rating} />}
    </p>
  </article>
);
