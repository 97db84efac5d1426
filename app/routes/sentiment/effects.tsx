import { Points } from "~/components/recommendations/points";
import { DataTable } from "~/components/track-record/data-table";
import { TextLink } from "~/components/ui/link";
import { personPath } from "~/domain/person-path";
import { UNTRUSTED_SHARE } from "~/domain/sentiment/sentiment";
import type { EffectsOnPage } from "~/presenters/effects";
import type { EffectResponse } from "~/schemas/effects";
import { formatNumber, plural } from "~/utils/format";
import { mentionsPath } from "./mentions";

interface EffectsProps {
  /** The id of the recommendation. */
  id: string;
  effects: EffectsOnPage;
}

/** Whose texts moved the allocation, and what it would take to manipulate it. */
export function Effects({ id, effects }: EffectsProps) {
  const { sentence, priceInWords, effects: rows, count, isFromInputs } = effects;
  const more = count - rows.length;
  return (
    <section id="effects" aria-labelledby="effects-heading" className="mt-16 scroll-mt-20">
      <h2 id="effects-heading" className="section-title">
        Which words moved the money
      </h2>
      <p className="mt-3 max-w-measure font-display text-lg text-pretty">{sentence}</p>
      {rows.length ? (
        <DataTable
          className="mt-5 max-w-3xl"
          caption="By how many percentage points each person’s texts moved each asset"
          rows={rows}
          keyOf={({ author }) => author}
          columns={[
            {
              label: "Person",
              isText: true,
              cell: ({ name, author }) =>
                name ? (
                  <TextLink to={personPath(name)}>{name}</TextLink>
                ) : (
                  <span className="text-muted">
                    No account <span className="font-mono">({author})</span>
                  </span>
                ),
            },
            { label: "Points", isText: true, cell: ({ points }) => <Points points={points} /> },
            {
              label: "Mentions of",
              isText: true,
              cell: ({ mentions }) => <MentionLinks id={id} mentions={mentions} />,
            },
          ]}
        />
      ) : null}
      {more > 0 ? (
        <p className="mt-3 text-muted">
          And {plural(more, "more person", "more people")} with no larger effect; the{" "}
          <a href={`/api/sentiment-recommendations/${id}/effects`} className="link">
            API
          </a>{" "}
          lists all {formatNumber(count)}.
        </p>
      ) : null}
      <p className="mt-5 max-w-measure text-pretty">{priceInWords}</p>
      <details className="mt-4 max-w-measure">
        <summary className="disclosure">
          What “without” and “accounts that nobody trusts” mean
        </summary>
        <div className="mt-2 grid gap-3 text-base text-pretty text-muted">
          <p>
            The allocation is computed again without every article, comment and review of that
            person: others’ near-copies of them count as texts of their own, the person’s comments
            add no weight to articles, and the trust of all authors together is less. What others
            wrote, also in answer, stays, and so do the person’s upvotes and the trust in each
            author. Effects do not add up: two people who say the same may each change nothing.
          </p>
          {isFromInputs ? (
            <p>
              For this recommendation they were computed later, from its stored inputs: near-copies,
              and the weights of articles, are taken as they were whoever is left out.
            </p>
          ) : null}
          <p>
            The accounts have a proven address, write three texts each about the same token, with
            the highest or the lowest score there is, and nobody with trust upvotes them. However
            many they are, what trust does not give weighs at most {100 * UNTRUSTED_SHARE}% of all
            trust.
          </p>
        </div>
      </details>
    </section>
  );
}

/** How many of a person's mentions have a link. */
const MAX_LINKED = 3;

function MentionLinks({ id, mentions }: { id: string; mentions: EffectResponse["mentions"] }) {
  const more = mentions.length - MAX_LINKED;
  return (
    <span className="flex flex-wrap gap-x-3">
      {mentions.slice(0, MAX_LINKED).map((mention) => (
        <TextLink
          key={mention.token}
          to={mentionsPath(id, { token: mention.token, mention: mention.number })}
        >
          {mention.token}
        </TextLink>
      ))}
      {more > 0 ? <span className="text-muted">{more} more</span> : null}
      {mentions.length ? null : <span className="text-muted">none; comments on articles</span>}
    </span>
  );
}
