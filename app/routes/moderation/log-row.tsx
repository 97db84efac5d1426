import { DateTime } from "~/components/ui/date-time";
import { Link, TextLink } from "~/components/ui/link";
import { byRole, decisionSentence, followingSentence, logPath } from "~/domain/log-words";
import { moderationReasons } from "~/domain/moderation";
import type { LoggedDecisionResponse } from "~/schemas/moderation-log-responses";

interface LogRowProps {
  decision: LoggedDecisionResponse & {
    /** The number of decisions of the same bulk act; `null` if it was none. */
    together: number | null;
  };
}

/** A decision of the log with what followed on it. */
export const LogRow = ({ decision }: LogRowProps) => {
  const { decisionId, path, at, role, rule, reason, until, followed, together, batchId } = decision;
  return (
    <li id={`d-${decisionId}`} className="py-3">
      <p>
        <b className="font-medium">{decisionSentence(decision)}</b>
        {until ? (
          <>
            {" "}
            until <DateTime value={until} />
          </>
        ) : null}{" "}
        under <TextLink to={`/rules#rule-${rule}`}>{`rule ${rule}`}</TextLink> (
        {moderationReasons[reason].label})
      </p>
      <p className="meta-line mt-1">
        <DateTime value={at} withTime />
        {role ? <span>by {byRole[role]}</span> : null}
        {path ? (
          <Link to={path} className="link touch">
            The {decision.kind}
          </Link>
        ) : null}
        {together && together > 1 ? (
          <Link to={logPath({ batch: batchId! })} className="link touch">
            Decided together with {together - 1} more
          </Link>
        ) : null}
      </p>
      {followed.length ? (
        <ul className="mt-1 border-s-2 border-edge ps-3">
          {followed.map((one) => (
            <li key={one.act} className="text-sm">
              {followingSentence(one)}
              {one.role ? ` by ${byRole[one.role]}` : null} on <DateTime value={one.at} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
};
