import { Link, TextLink } from "~/components/ui/link";
import { moderationReasons, type ModerationReason } from "~/domain/moderation";

/** Why something was hidden. */
export interface HiddenMark {
  reason: ModerationReason;
  /** The number of the house rule. */
  rule: number;
}

/** The reason, with a link to the rule that it rests on. */
export const HiddenReason = ({ mark: { reason, rule } }: { mark: HiddenMark }) => (
  <>
    {moderationReasons[reason].label} (<TextLink to={`/rules#rule-${rule}`}>rule {rule}</TextLink>)
  </>
);

/** The link to the statement of reasons, for the author and moderators. */
export const StatementLink = ({ decisionId }: { decisionId: string }) => (
  <Link to={`/moderation/decisions/${decisionId}`} className="link inline-flex items-center touch">
    Why, and how to appeal
  </Link>
);
