import {
  Disclosure,
  Explanation,
  Formulas,
  Lead,
  Step,
} from "~/components/track-record/calculation-steps";
import { DataTable } from "~/components/track-record/data-table";
import type { TokenSentiment } from "~/domain/sentiment/allocation";
import { sentimentFormulas } from "~/domain/sentiment/formulas";
import { MAX_PER_AUTHOR } from "~/domain/sentiment/mention";
import { COPY_SIMILARITY, SHORT_COPY_SIMILARITY } from "~/domain/sentiment/near-copies";
import {
  MAX_WEIGHT,
  NEUTRAL_VOICES,
  UNTRUSTED_SHARE,
  type Sentiment,
  type WeekOfAuthors,
} from "~/domain/sentiment/sentiment";
import {
  DAMPING,
  ENOUGH_ADMITTED_MEMBERS,
  MIN_PARTS,
  SUPPORT_DAYS,
} from "~/domain/sentiment/trust";
import type { SerializedTrustFacts } from "~/presenters/trust";
import { DateTime } from "~/components/ui/date-time";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR_DECIMALS, signed } from "./number-format";

interface ScoreStepsProps {
  calculation: Sentiment;
  mentions: number;
  trust: SerializedTrustFacts;
}

/** The second to the fourth step: from the mentions to a score for each token. */
export function ScoreSteps({ calculation, mentions, trust }: ScoreStepsProps) {
  const { tokens, week } = calculation;
  const counted = tokens.reduce((sum, token) => sum + token.counted, 0);
  return (
    <>
      <Step number={2} title="What each author says">
        <Lead>
          Everybody has one say on a token, however much they write, and copies have none.
        </Lead>
        <Explanation>
          Only each author’s newest {MAX_PER_AUTHOR} documents about a token are counted, without
          near-copies, which share at least {100 * COPY_SIMILARITY}% of their words with another
          author’s document, in whatever order, or short ones {100 * SHORT_COPY_SIMILARITY}%:{" "}
          {formatNumber(counted)} of {plural(mentions, "mention")}. Their weighted mean is a. A
          comment or a review has the weight w = 1. An article has up to {MAX_WEIGHT}, with U the
          trust in others who upvoted it and C in those who commented, summed:
        </Explanation>
        <Formulas of={sentimentFormulas.document} />
      </Step>
      <Step number={3} title="What each author counts for">
        <Lead>
          Those whom members trust count in full, and all others together only a little, so that
          false accounts move little.
        </Lead>
        <Formulas of={sentimentFormulas.trust} />
        <Explanation>
          The trust t in an author starts at members, for whom s = 1 (for all others, s = 0), and
          flows on over support: a supporter with x′ who has upvoted articles of n′ other people in
          the last {SUPPORT_DAYS} days passes {100 * DAMPING}% of x′ on, divided equally among
          these, and into at least {MIN_PARTS} parts. So accounts that nobody with trust supports
          have none, however many they are.
        </Explanation>
        <Explanation>
          Computed <DateTime value={trust.computedAt} withTime /> from{" "}
          {plural(trust.upvotes, "upvote")} and {plural(trust.roots, "member")}
          {trust.areGrants
            ? `, some made members by the site’s operator, because fewer than ${ENOUGH_ADMITTED_MEMBERS} had been admitted by vote`
            : ", all admitted by vote"}
          : {plural(trust.people, "person", "people")} had trust.
        </Explanation>
        <Formulas of={sentimentFormulas.author} />
        <Explanation>
          The weight v of an author is the trust, and a little more for those with little trust:
          over all authors at most {100 * UNTRUSTED_SHARE}% of the trust in all of them.{" "}
          {authorsOf(week)}
        </Explanation>
      </Step>
      <Step number={4} title="A score for each token">
        <Lead>
          What people say of a token on average; few voices, or divided ones, bring it near 0.
        </Lead>
        <Formulas of={sentimentFormulas.score} />
        <Explanation>
          N, the number of voices, is the sum of the weights of the authors who mention the token.{" "}
          {NEUTRAL_VOICES} neutral voices are added, and the mean is moved towards 0 by its standard
          error, so that few voices or divided ones carry little weight.
        </Explanation>
        <Formulas of={sentimentFormulas.coverage} />
        <Explanation>
          The coverage c says how far a token counts: from{" "}
          {figure(week.uncoveredUpTo, FOUR_DECIMALS)} voices (L) on, and fully from{" "}
          {figure(week.coveredFrom, FOUR_DECIMALS)} (H). Both depend only on the trust in the
          authors of the week, so people without trust cannot change them.
        </Explanation>
        <ScoreTable tokens={tokens} />
      </Step>
    </>
  );
}

const authorsOf = ({ authors, trusted, trust, untrustedFactor }: WeekOfAuthors) =>
  `Of ${plural(authors, "author")}, ${formatNumber(trusted)} had trust, ${figure(trust, FOUR_DECIMALS)} together; u is ${figure(untrustedFactor, FOUR_DECIMALS)}.`;

interface ScoreTableProps {
  tokens: readonly TokenSentiment[];
}

/** The tokens' scores; those that are not covered are collapsed. */
function ScoreTable({ tokens }: ScoreTableProps) {
  const covered = tokens.filter(({ coverage }) => coverage > 0);
  const others = tokens.filter(({ coverage }) => coverage === 0);
  return (
    <>
      {covered.length ? (
        <Scores tokens={covered} caption="Tokens that are covered" />
      ) : (
        <Explanation>No token is covered.</Explanation>
      )}
      {others.length ? (
        <Disclosure
          summary={`${plural(others.length, "token")} that ${others.length === 1 ? "is" : "are"} not covered`}
        >
          <Scores tokens={others} caption="Stablecoins, and tokens with too few voices" />
        </Disclosure>
      ) : null}
    </>
  );
}

const Scores = ({ tokens, caption }: ScoreTableProps & { caption: string }) => (
  <DataTable
    caption={caption}
    rows={tokens}
    keyOf={({ token }) => token}
    columns={[
      { label: "Token", isText: true, cell: ({ token }) => <b className="font-medium">{token}</b> },
      { label: "Mentions", cell: ({ mentionCount }) => formatNumber(mentionCount) },
      { label: "Weighed", cell: ({ weighedMentions }) => figure(weighedMentions, FOUR_DECIMALS) },
      { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
      { label: "N", cell: ({ voices }) => figure(voices, FOUR_DECIMALS) },
      { label: "μ", cell: ({ mean }) => signed(mean) },
      { label: "se", cell: ({ error }) => figure(error, FOUR_DECIMALS) },
      { label: "S", cell: ({ score }) => <b className="font-medium">{signed(score)}</b> },
      { label: "c", cell: ({ coverage }) => figure(coverage, FOUR_DECIMALS) },
    ]}
  />
);
