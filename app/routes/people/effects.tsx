import { Points } from "~/components/recommendations/points";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import type { PersonEffectResponse } from "~/schemas/effects";

interface PersonEffectsProps {
  name: string;
  /** The newest of them. */
  effects: readonly PersonEffectResponse[];
  /** Whether there are earlier ones. */
  hasMore: boolean;
}

/** The recommendations that a person's texts moved; nothing if there are none. */
export function PersonEffects({ name, effects, hasMore }: PersonEffectsProps) {
  if (!effects.length) return null;
  return (
    <section aria-labelledby="effects" className="mb-10 max-w-measure border-t border-line pt-5">
      <h2 id="effects" className="font-display text-xl font-medium">
        What moved the money
      </h2>
      <p className="mt-2 text-pretty">
        By how many percentage points what {name} wrote moved the{" "}
        <TextLink to="/sentiment">sentiment engine’s recommendations</TextLink>.
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {effects.map(({ recommendationId, weekDate, points }) => (
          <li key={recommendationId} className="flex flex-wrap justify-between gap-x-6 py-2">
            <TextLink to={`/sentiment/${recommendationId}#effects`}>
              Week of <DateTime value={weekDate} />
            </TextLink>
            <Points points={points} />
          </li>
        ))}
      </ul>
      {hasMore ? (
        <p className="mt-3 text-muted">
          The{" "}
          <a href={`/api/people/${name}/effects`} className="link">
            API
          </a>{" "}
          lists earlier ones, too.
        </p>
      ) : null}
    </section>
  );
}
