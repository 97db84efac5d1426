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
  /** Whose writing was listened to, in ISO 8601. */
  window: { from: string; to: string };
  /** Where else it was listened. */
  outside: readonly string[];
}

/** Each step from the mentions to the split, with its numbers. */
export function Calculation({ calculation, window, outside }: CalculationProps) {
  const { tokens, mood, riskBudget, allocation } = calculation;
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const mentions = tokens.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const counted = tokens.reduce((sum, token) => sum + token.counted, 0);
  return (
    <Steps>
      <Step number={1} title="What was read">
        <Explanation>
          The community’s articles, comments and reviews
          {outside.map((label) => `, and ${label},`).join("")} from{" "}
          <DateTime value={window.from} withTime /> to <DateTime value={window.to} withTime />. A
          document that names a token is one mention of it, and p, from −1 to 1, is how it speaks of
          it.{" "}
          {mentions
            ? `That made ${plural(mentions, "mention")} of ${plural(tokens.length, "token")}.`
            : "Nobody mentioned a token."}
        </Explanation>
      </Step>
      {mentions ? (
        <>
          <Step number={2} title="What is counted">
            <Explanation>
              Of each author the newest {MOST_PER_AUTHOR} documents about a token, so that nobody is
              louder than others: {formatNumber(counted)} of {plural(mentions, "mention")}. Of a
              token’s mentions n are counted. A comment or a review weighs w = 1, an article more
              the more it was upvoted and discussed:
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
              The {NEUTRAL_WEIGHT} stand for as many neutral documents, so that few voices say
              little. A token is heard with at least {HEARD_DOCUMENTS} counted documents by{" "}
              {HEARD_AUTHORS} authors or more, stablecoins aside; it is eligible when heard with S
              of at least {LEAST_SCORE}.
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
          <Explanation>With nothing to go by, all of it waits in {CASH}.</Explanation>
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

/** `n·S` of a token. */
function product({ counted, score: value }: TokenSentiment): string {
  const written = figure(value, FOUR);
  return `${counted} · ${value < 0 ? `(${written})` : written}`;
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
        R = floor({MOST_RISK} · min(1, M / {FULL_MOOD})), and 0 without a mood above 0
      </Equation>
    </Formula>
    <Explanation>
      How much may be in anything but {CASH}: the better the mood the more, and never above{" "}
      {MOST_RISK}%.
    </Explanation>
    <Workings
      rows={[
        {
          label: "R",
          working:
            mood === null || mood <= 0
              ? "no mood above 0"
              : `${MOST_RISK} · min(1, ${figure(mood, FOUR)} / ${FULL_MOOD}) = ${figure(MOST_RISK * Math.min(1, mood / FULL_MOOD), FOUR)}, rounded down`,
          result: `${riskBudget}%`,
        },
      ]}
    />
  </Step>
);
