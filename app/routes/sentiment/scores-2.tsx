import { Explanation, Formulas, Step } from "~/components/track-record/calculation-steps";
import { LEAST_SCORE } from "~/domain/sentiment/allocation";
import { sentimentFormulas2 } from "~/domain/sentiment/formulas";
import { MOST_PER_AUTHOR } from "~/domain/sentiment/mention";
import {
  HEARD_AUTHORS_2,
  HEARD_DOCUMENTS,
  NEUTRAL_WEIGHT,
  type Sentiment2,
  type TokenSentiment2,
} from "~/domain/sentiment/method-2";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR_DECIMALS, signed } from "./number-format";
import { ScoreTable } from "./score-table";

/** A token's `Σ w·p`, recovered from its score. */
const weighted = ({ score: value, weight }: TokenSentiment2) => value * (weight + NEUTRAL_WEIGHT);

interface ScoreStepsProps {
  calculation: Sentiment2;
  /** The number of mentions of all tokens. */
  mentions: number;
}

/** The second and third step of methods up to version 2: from the mentions to a score for each token. */
export function ScoreSteps2({ calculation: { tokens }, mentions }: ScoreStepsProps) {
  const counted = tokens.reduce((sum, token) => sum + token.counted, 0);
  return (
    <>
      <Step number={2} title="What is counted">
        <Explanation>
          Only each author’s newest {MOST_PER_AUTHOR} documents about a token are counted:{" "}
          {formatNumber(counted)} of {plural(mentions, "mention")}. n is the number counted for a
          token. A comment or a review has the weight w = 1; the weight of an article grows with its
          upvotes and with comments by others:
        </Explanation>
        <Formulas of={sentimentFormulas2.document} />
      </Step>
      <Step number={3} title="A score for each token">
        <Formulas of={sentimentFormulas2.score} />
        <Explanation>
          The {NEUTRAL_WEIGHT} stands for as many neutral documents, so that a few documents carry
          little weight. A token that is not a stablecoin is heard, which means that it counts
          towards the mood, if it has at least {HEARD_DOCUMENTS} counted documents by at least{" "}
          {HEARD_AUTHORS_2} authors. It is eligible for an allocation if it is heard and S is at
          least {LEAST_SCORE}.
        </Explanation>
        <ScoreTable
          tokens={tokens}
          columns={[
            { label: "n", cell: ({ counted }) => formatNumber(counted) },
            { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
            { label: "Σ w", cell: ({ weight }) => figure(weight, FOUR_DECIMALS) },
            { label: "Σ w·p", cell: (token) => signed(weighted(token)) },
          ]}
          reasonOf={({ counted }) =>
            counted < HEARD_DOCUMENTS ? "too few documents" : "too few authors"
          }
        />
      </Step>
    </>
  );
}
