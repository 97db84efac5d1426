import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { decisionKinds, moderationReasons } from "~/domain/moderation";
import type { SerializedDecision } from "~/presenters/moderation-lists";

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What was decided about what, by whom and when, with a link to the statement of reasons. */
export const DecisionLine = ({ decision: one }: { decision: SerializedDecision }) => (
  <>
    <h2 dir="auto" className="font-display text-lg font-medium wrap-anywhere">
      <Link to={`/moderation/decisions/${one.id}`} className="hover:underline touch">
        {capitalized(decisionKinds[one.decision].done)}: {one.title ?? `a removed ${one.kind}`}
      </Link>
    </h2>
    <p className="meta-line mt-1 items-center">
      <Badge>{moderationReasons[one.reason].label}</Badge>
      {one.isUndone ? <Badge>Undone</Badge> : null}
      {one.appeal ? <Badge tone="warning">Appeal {one.appeal}</Badge> : null}
      {one.authorName && one.kind !== "person" ? (
        <span>
          of <PersonLink name={one.authorName} />
        </span>
      ) : null}
      {one.moderatorName ? (
        <span>
          by <PersonLink name={one.moderatorName} />
        </span>
      ) : null}
      <DateTime value={one.at} />
    </p>
    <p dir="auto" className="typed-lines mt-1 text-sm wrap-anywhere text-muted">
      {one.note}
    </p>
  </>
);
