import { Explanation, Formulas, Step } from "~/components/track-record/calculation-steps";
import { LEAST_SCORE } from "~/domain/sentiment/allocation";
import { LEAST_TRUST, OLDER_BY_DAYS, SUPPORTERS_NEEDED } from "~/domain/sentiment/author-trust";
import { sentimentFormulas } from "~/domain/sentiment/formulas";
import { MOST_PER_AUTHOR } from "~/domain/sentiment/mention";
import { COPY_SIMILARITY, SHINGLE_WORDS } from "~/domain/sentiment/near-copies";
import {
  ESTABLISHED_AUTHORS,
  HEARD_AUTHORS,
  HEARD_AVERAGE_AUTHORS,
  HEARD_SHARE,
  MOST_WEIGHT,
  NEUTRAL_VOICES,
  NEWCOMERS_SHARE,
  type Sentiment,
  type WeekOfAuthors,
} from "~/domain/sentiment/sentiment";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR, signed } from "./number-format";
import { ScoreTable } from "./score-table";

interface ScoreStepsProps {
  calculation: Sentiment;
  /** The number of mentions of all tokens. */
  mentions: number;
  isTrustGrowing: boolean;
}

/** The second to the fourth step: from the mentions to a score for each token. */
export function ScoreSteps({ calculation, mentions, isTrustGrowing }: ScoreStepsProps) {
  const { tokens, week } = calculation;
  const counted = tokens.reduce((sum, token) => sum + token.counted, 0);
  return (
    <>
      <Step number={2} title="What each author says">
        <Explanation>
          Only each author’s newest {MOST_PER_AUTHOR} documents about a token count, and none that
          shares {100 * COPY_SIMILARITY}% of its sequences of {SHINGLE_WORDS} words with what
          somebody else wrote: {formatNumber(counted)} of {plural(mentions, "mention")}. Their mean
          is a. A comment or a review has the weight w = 1, an article up to {MOST_WEIGHT}, where U
          other people upvoted it and C others commented:
        </Explanation>
        <Formulas of={sentimentFormulas.document} />
      </Step>
      <Step number={3} title="What each author counts for">
        <Formulas of={sentimentFormulas.trust} />
        <Explanation>
          Supporters are people who upvoted something by the author and whose accounts are at least{" "}
          {OLDER_BY_DAYS} days older. Where fewer than {SUPPORTERS_NEEDED} accounts are, as for the
          first people here, so many are enough. They are counted once a day. Authors of outside
          sources count for {LEAST_TRUST}.
          {isTrustGrowing
            ? " This site was young when this was computed, so trust was still growing."
            : ""}
        </Explanation>
        <Explanation>
          Where at least {ESTABLISHED_AUTHORS} authors have earned more than {LEAST_TRUST}, all
          others count together for at most {100 * NEWCOMERS_SHARE}% of them, however many they are.{" "}
          {newcomers(week)}
        </Explanation>
      </Step>
      <Step number={4} title="A score for each token">
        <Formulas of={sentimentFormulas.score} />
        <Explanation>
          {NEUTRAL_VOICES} neutral voices are added, and the mean is moved towards 0 by its standard
          error, so that few voices and divided ones carry little weight. A token, stablecoins
          aside, is heard if at least {HEARD_AUTHORS} people speak of it and N is at least the trust
          of {HEARD_AVERAGE_AUTHORS} average authors of the week and {100 * HEARD_SHARE}% of the
          trust in all of them
          {week.isEstablished ? ", counting those who have earned some" : ""}:{" "}
          {figure(week.heardFrom, FOUR)} of {figure(week.trust, FOUR)}. A token is eligible if it is
          heard and S is at least {LEAST_SCORE}.
        </Explanation>
        <ScoreTable
          tokens={tokens}
          columns={[
            { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
            { label: "N", cell: ({ voices }) => figure(voices, FOUR) },
            { label: "μ", cell: ({ mean }) => signed(mean) },
            { label: "se", cell: ({ error }) => figure(error, FOUR) },
          ]}
          reasonOf={({ authors }) =>
            authors < HEARD_AUTHORS ? "too few authors" : "too few voices"
          }
        />
      </Step>
    </>
  );
}

function newcomers({ authors, earned, isEstablished, newcomerFactor }: WeekOfAuthors): string {
  const all = `Of ${plural(authors, "author")} ${formatNumber(earned)} had earned trust`;
  if (!isEstablished)
    return `${all}, too few for this limit, so that everybody counted by their own t.`;
  return newcomerFactor < 1
    ? `${all}; the t of the others was multiplied by ${figure(newcomerFactor, FOUR)}.`
    : `${all}; the others did not reach that limit.`;
}
