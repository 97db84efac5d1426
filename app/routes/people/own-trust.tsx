import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import {
  DAMPING,
  ENOUGH_ADMITTED_MEMBERS,
  MIN_PARTS,
  SUPPORT_DAYS,
} from "~/domain/sentiment/trust";
import type { SerializedOwnTrust } from "~/presenters/trust";
import { figure, plural } from "~/utils/format";

/** The viewer's own trust, which nobody else sees. */
export const OwnTrust = ({ trust }: { trust: SerializedOwnTrust | null }) => (
  <section aria-labelledby="trust" className="mb-10 max-w-measure border-t border-line pt-5">
    <h2 id="trust" className="font-display text-xl font-medium">
      Your trust
    </h2>
    <div className="mt-2 grid gap-3 text-pretty">
      {trust ? (
        <p>
          <b className="font-medium">{figure(trust.trust, { digits: 4 })}</b> of 1,{" "}
          {reasonOf(trust)}. Computed <DateTime value={trust.computedAt} withTime /> from{" "}
          {plural(trust.upvotes, "upvote")} and {plural(trust.roots, "member")}. Only you see this
          here; a recommendation shows the number beside the texts of yours that it was made from.
        </p>
      ) : (
        <p>It has not been computed yet.</p>
      )}
      <p className="text-muted">
        What you write counts in the <Link to="/sentiment#method">sentiment engine</Link> by this
        weight. Trust starts at members admitted by vote (and, while these are fewer than{" "}
        {ENOUGH_ADMITTED_MEMBERS}, also at the members by grant). Everybody with trust passes{" "}
        {100 * DAMPING}% of theirs on to the people whose articles they upvoted in the last{" "}
        {SUPPORT_DAYS} days, divided equally among these and into at least {MIN_PARTS} parts. So
        yours grows when people with trust upvote articles of yours, and it does not depend on how
        many people without any do. It is computed once a day.
      </p>
    </div>
  </section>
);

function reasonOf({ isRoot, trust, supporters }: SerializedOwnTrust): string {
  const support = `${plural(supporters, "person", "people")} with trust`;
  if (isRoot) {
    return `because trust starts at you${supporters ? `; ${support} upvoted articles of yours` : ""}`;
  }
  return trust
    ? `from ${support} who upvoted articles of yours`
    : "because nobody with trust has upvoted an article of yours";
}
