import {
  Disclosure,
  Explanation,
  Formulas,
  Step,
} from "~/components/track-record/calculation-steps";
import { DataTable } from "~/components/track-record/data-table";
import { LEAST_SCORE, type TokenSentiment } from "~/domain/sentiment/allocation";
import { isStablecoin } from "~/domain/tokens";
import { LEAST_TRUST } from "~/domain/sentiment/author-trust";
import { sentimentFormulas } from "~/domain/sentiment/formulas";
import { MAX_PER_AUTHOR } from "~/domain/sentiment/mention";
import { COPY_SIMILARITY, SHINGLE_WORDS } from "~/domain/sentiment/near-copies";
import {
  ESTABLISHED_AUTHORS,
  HEARD_AUTHORS,
  HEARD_AVERAGE_AUTHORS,
  HEARD_SHARE,
  MAX_WEIGHT,
  NEUTRAL_VOICES,
  NEWCOMERS_SHARE,
  type Sentiment,
  type WeekOfAuthors,
} from "~/domain/sentiment/sentiment";
import { DAMPING, ENOUGH_ADMITTED_MEMBERS, SUPPORT_DAYS } from "~/domain/sentiment/trust";
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
        <Explanation>
          Only each author’s newest {MAX_PER_AUTHOR} documents about a token are counted, without
          near-copies, which share at least {100 * COPY_SIMILARITY}% of their sequences of{" "}
          {SHINGLE_WORDS} words with another author’s document: {formatNumber(counted)} of{" "}
          {plural(mentions, "mention")}. Their weighted mean is a. A comment or a review has the
          weight w = 1; an article that U other people upvoted and C others commented on has a
          weight of up to {MAX_WEIGHT}:
        </Explanation>
        <Formulas of={sentimentFormulas.document} />
      </Step>
      <Step number={3} title="What each author counts for">
        <Formulas of={sentimentFormulas.trust} />
        <Explanation>
          The trust t in an author starts at members, for whom s = 1 (for all others, s = 0), and
          flows on over support: a supporter with x′ who has upvoted articles of n′ other people in
          the last {SUPPORT_DAYS} days passes {100 * DAMPING}% of x′ on, divided equally among
          these. So accounts that nobody with trust supports have none, however many they are.
        </Explanation>
        <Explanation>
          Computed <DateTime value={trust.computedAt} withTime /> from{" "}
          {plural(trust.upvotes, "upvote")} and {plural(trust.roots, "member")}
          {trust.areGrants
            ? `, some made members by the site’s operator, because fewer than ${ENOUGH_ADMITTED_MEMBERS} had been admitted by vote`
            : ", all admitted by vote"}
          : {plural(trust.people, "person", "people")} had trust.
        </Explanation>
        <Explanation>
          If at least {ESTABLISHED_AUTHORS} authors have earned a trust above {LEAST_TRUST}, all
          other authors together count for at most {100 * NEWCOMERS_SHARE}% of the trust in these,
          however many they are. {newcomers(week)}
        </Explanation>
      </Step>
      <Step number={4} title="A score for each token">
        <Formulas of={sentimentFormulas.score} />
        <Explanation>
          N, the number of voices, is the sum of the trust in the authors who mention the token.{" "}
          {NEUTRAL_VOICES} neutral voices are added, and the mean is moved towards 0 by its standard
          error, so that few voices or divided ones carry little weight. A token that is not a
          stablecoin is heard, which means that it counts towards the mood, if at least{" "}
          {HEARD_AUTHORS} people mention it and N is at least {HEARD_AVERAGE_AUTHORS} times the mean
          trust in an author of the week and at least {100 * HEARD_SHARE}% of the total trust in
          them
          {week.isEstablished ? ", counting only authors who have earned trust" : ""}: here{" "}
          {figure(week.heardFrom, FOUR_DECIMALS)} of a total of {figure(week.trust, FOUR_DECIMALS)}.
          A token is eligible for an allocation if it is heard and S is at least {LEAST_SCORE}.
        </Explanation>
        <ScoreTable tokens={tokens} />
      </Step>
    </>
  );
}

function newcomers({ authors, earned, isEstablished, newcomerFactor }: WeekOfAuthors): string {
  const all = `Of ${plural(authors, "author")}, ${formatNumber(earned)} had earned trust`;
  if (!isEstablished)
    return `${all}, too few for this limit, so every author counted with their own t.`;
  return newcomerFactor < 1
    ? `${all}; the t of the others was multiplied by ${figure(newcomerFactor, FOUR_DECIMALS)}.`
    : `${all}; the others did not exceed this limit.`;
}

/** The tokens' scores; those not heard are collapsed. */
function ScoreTable({ tokens }: { tokens: readonly TokenSentiment[] }) {
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const others = tokens.filter(({ isHeard }) => !isHeard);
  return (
    <>
      {heard.length ? (
        <Scores tokens={heard} caption="Tokens that were heard" />
      ) : (
        <Explanation>No token was heard.</Explanation>
      )}
      {others.length ? (
        <Disclosure
          summary={`${plural(others.length, "token")} that ${others.length === 1 ? "was" : "were"} not heard`}
        >
          <Scores tokens={others} caption="Tokens that were mentioned but not heard" />
        </Disclosure>
      ) : null}
    </>
  );
}

const Scores = ({ tokens, caption }: { tokens: readonly TokenSentiment[]; caption: string }) => (
  <DataTable
    caption={caption}
    rows={tokens}
    keyOf={({ token }) => token}
    columns={[
      { label: "Token", isText: true, cell: ({ token }) => <b className="font-medium">{token}</b> },
      { label: "Mentions", cell: ({ mentionCount }) => formatNumber(mentionCount) },
      { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
      { label: "N", cell: ({ voices }) => figure(voices, FOUR_DECIMALS) },
      { label: "μ", cell: ({ mean }) => signed(mean) },
      { label: "se", cell: ({ error }) => figure(error, FOUR_DECIMALS) },
      { label: "S", cell: ({ score }) => <b className="font-medium">{signed(score)}</b> },
      { label: "Status", isText: true, cell: statusOf },
    ]}
  />
);

function statusOf({ token, isHeard, isEligible, authors }: TokenSentiment): string {
  if (isEligible) return "eligible";
  if (isHeard) return `heard, S below ${LEAST_SCORE}`;
  if (isStablecoin(token)) return "a stablecoin";
  return authors < HEARD_AUTHORS ? "too few authors" : "too few voices";
}
