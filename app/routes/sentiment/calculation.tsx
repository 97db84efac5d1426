import {
  Explanation,
  Equation,
  Formula,
  Step,
  Steps,
  Workings,
} from "~/components/track-record/calculation-steps";
import { DateTime } from "~/components/ui/date-time";
import {
  FULL_MOOD,
  HEARD_AUTHORS,
  HEARD_DOCUMENTS,
  LEAST_SCORE,
  MOST_PER_AUTHOR,
  MOST_RISK,
  NEUTRAL_WEIGHT,
  type Sentiment,
  type TokenSentiment,
} from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR, signed } from "./number-format";
import { ScoreTable } from "./scores";
import { Shares } from "./shares";

interface CalculationProps {
  calculation: Sentiment;
  /** The time span of the texts, in ISO 8601. */
  window: { from: string; to: string };
  /** The names of outside sources. */
  outsideSources: readonly string[];
}

/** All steps from the mentions to the allocation, with their numbers. */
export function Calculation({ calculation, window, outsideSources }: CalculationProps) {
  const { tokens, mood, riskBudget, allocation } = calculation;
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const mentions = tokens.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const counted = tokens.reduce((sum, token) => sum + token.counted, 0);
  return (
    <Steps>
      <Step number={1} title="What was read">
        <Explanation>
          The community’s articles, comments and reviews
          {outsideSources.map((label) => `, and ${label},`).join("")} from{" "}
          <DateTime value={window.from} withTime /> to <DateTime value={window.to} withTime />. Each
          document that names a token is one mention of it, and p, from −1 to 1, is its sentiment
          towards the token.{" "}
          {mentions
            ? `That made ${plural(mentions, "mention")} of ${plural(tokens.length, "token")}.`
            : "Nobody mentioned a token."}
        </Explanation>
      </Step>
      {mentions ? (
        <>
          <Step number={2} title="What is counted">
            <Explanation>
              Only each author’s newest {MOST_PER_AUTHOR} documents about a token, so that nobody is
              louder than others: {formatNumber(counted)} of {plural(mentions, "mention")}. n is the
              number counted for a token. A comment or a review has the weight w = 1; an article
              weighs more, the more it was upvoted and discussed:
            </Explanation>
            <Formula>
              <Equation>w = 1 + ln(1 + upvotes + 0.5 · comments by others)</Equation>
            </Formula>
          </Step>
          <Step number={3} title="A score for each token">
            <Formula>
              <Equation>S = Σ w·p / (Σ w + {NEUTRAL_WEIGHT})</Equation>
            </Formula>
            <Explanation>
              The {NEUTRAL_WEIGHT} stands for that many neutral documents, so that a few voices
              carry little weight. A token, stablecoins aside, is heard with at least{" "}
              {HEARD_DOCUMENTS} counted documents by at least {HEARD_AUTHORS} authors; it is
              eligible if it is heard and S is at least {LEAST_SCORE}.
            </Explanation>
            <ScoreTable tokens={tokens} />
          </Step>
          <Mood number={4} heard={heard} mood={mood} />
          <RiskBudget number={5} mood={mood} riskBudget={riskBudget} />
          <Step number={6} title="Allocation">
            <Shares tokens={tokens} riskBudget={riskBudget} allocation={allocation} />
          </Step>
        </>
      ) : (
        <Step number={2} title="Allocation">
          <Explanation>With nothing to go by, everything stays in {CASH}.</Explanation>
        </Step>
      )}
    </Steps>
  );
}

interface MoodProps {
  number: number;
  heard: readonly TokenSentiment[];
  mood: number | null;
}

const Mood = ({ number, heard, mood }: MoodProps) => (
  <Step number={number} title="The mood">
    <Formula>
      <Equation>M = Σ n·S / Σ n, over the tokens that were heard</Equation>
    </Formula>
    {mood === null ? (
      <Explanation>No token was heard, so there is no mood.</Explanation>
    ) : (
      <Workings
        rows={[
          {
            label: "M",
            working: `(${heard.map(product).join(" + ")}) / (${heard.map(({ counted }) => counted).join(" + ")})`,
            result: signed(mood),
          },
        ]}
      />
    )}
  </Step>
);

/** A token's `n·S`. */
function product({ counted, score: value }: TokenSentiment): string {
  const formatted = figure(value, FOUR);
  return `${counted} · ${value < 0 ? `(${formatted})` : formatted}`;
}

interface RiskBudgetProps {
  number: number;
  mood: number | null;
  riskBudget: number;
}

const RiskBudget = ({ number, mood, riskBudget }: RiskBudgetProps) => (
  <Step number={number} title="The risk budget">
    <Formula>
      <Equation>
        R = floor({MOST_RISK} · min(1, M / {FULL_MOOD})), or 0 unless M is above 0
      </Equation>
    </Formula>
    <Explanation>
      How much may be held in anything but {CASH}: more when the mood is better, but never above{" "}
      {MOST_RISK}%.
    </Explanation>
    <Workings
      rows={[
        {
          label: "R",
          working:
            mood === null || mood <= 0
              ? "M is not above 0"
              : `${MOST_RISK} · min(1, ${figure(mood, FOUR)} / ${FULL_MOOD}) = ${figure(MOST_RISK * Math.min(1, mood / FULL_MOOD), FOUR)}, rounded down`,
          result: `${riskBudget}%`,
        },
      ]}
    />
  </Step>
);
