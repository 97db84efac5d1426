import {
  Explanation,
  Formulas,
  Step,
  Steps,
  Workings,
} from "~/components/track-record/calculation-steps";
import { DateTime } from "~/components/ui/date-time";
import {
  FULL_MOOD,
  RISK_BUDGET_MAX,
  type ScoredToken,
  type Split,
} from "~/domain/sentiment/allocation";
import { riskBudgetFormulas, splitFormulas } from "~/domain/sentiment/formulas";
import type { Sentiment2 } from "~/domain/sentiment/method-2";
import type { Sentiment } from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import { figure, plural } from "~/utils/format";
import { FOUR_DECIMALS, signed } from "./number-format";
import { ScoreSteps } from "./scores";
import { ScoreSteps2 } from "./scores-2";
import { Shares, type Voices } from "./shares";

interface CalculationProps {
  calculation: Sentiment | Sentiment2;
  isTrustGrowing: boolean;
  /** The time span of the texts, in ISO 8601. */
  window: { from: string; to: string };
  /** The names of outside sources. */
  outsideSources: readonly string[];
}

/** All steps from the mentions to the allocation, with their numbers. */
export function Calculation(props: CalculationProps) {
  const { calculation, isTrustGrowing, window, outsideSources } = props;
  const { tokens } = calculation;
  const mentions = tokens.reduce<number>((sum, { mentionCount }) => sum + mentionCount, 0);
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
            ? `This gave ${plural(mentions, "mention")} of ${plural(tokens.length, "token")}.`
            : "Nobody mentioned a token."}
        </Explanation>
      </Step>
      {!mentions ? (
        <Step number={2} title="Allocation">
          <Explanation>Without mentions, everything stays in {CASH}.</Explanation>
        </Step>
      ) : "week" in calculation ? (
        <>
          <ScoreSteps {...{ calculation, mentions, isTrustGrowing }} />
          <SplitSteps
            first={5}
            split={calculation}
            voices={{ symbol: "N", of: ({ voices }) => figure(voices, FOUR_DECIMALS) }}
          />
        </>
      ) : (
        <>
          <ScoreSteps2 {...{ calculation, mentions }} />
          <SplitSteps
            first={4}
            split={calculation}
            voices={{ symbol: "n", of: ({ counted }) => String(counted) }}
          />
        </>
      )}
    </Steps>
  );
}

interface SplitStepsProps<Token extends ScoredToken> {
  /** The number of the first of these steps. */
  first: number;
  split: Split<Token>;
  voices: Voices<Token>;
}

/** The steps from the scores to the allocation. */
const SplitSteps = <Token extends ScoredToken>({
  first,
  split,
  voices,
}: SplitStepsProps<Token>) => (
  <>
    <Mood number={first} {...{ split, voices }} />
    <RiskBudget number={first + 1} {...split} />
    <Step number={first + 2} title="Allocation">
      <Shares {...split} voices={voices} />
    </Step>
  </>
);

interface MoodProps<Token extends ScoredToken> {
  number: number;
  split: Split<Token>;
  voices: Voices<Token>;
}

function Mood<Token extends ScoredToken>({ number, split, voices }: MoodProps<Token>) {
  const { mood, tokens } = split;
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const { symbol } = voices;
  const product = (token: Token) => {
    const score = figure(token.score, FOUR_DECIMALS);
    return `${voices.of(token)} · ${token.score < 0 ? `(${score})` : score}`;
  };
  return (
    <Step number={number} title="The mood">
      <Formulas of={splitFormulas(symbol).mood} />
      {mood === null ? (
        <Explanation>No token was heard, so there is no mood.</Explanation>
      ) : (
        <Workings
          rows={[
            {
              label: "M",
              working: `(${heard.map(product).join(" + ")}) / (${heard.map(voices.of).join(" + ")})`,
              result: signed(mood),
            },
          ]}
        />
      )}
    </Step>
  );
}

interface RiskBudgetProps {
  number: number;
  mood: number | null;
  riskBudget: number;
}

const RiskBudget = ({ number, mood, riskBudget }: RiskBudgetProps) => (
  <Step number={number} title="The risk budget">
    <Formulas of={riskBudgetFormulas} />
    <Explanation>
      The risk budget R is the share that may be invested in assets other than {CASH}. The better
      the mood, the larger it is, but never above {RISK_BUDGET_MAX}%.
    </Explanation>
    <Workings
      rows={[
        {
          label: "R",
          working:
            mood === null || mood <= 0
              ? "M is not above 0"
              : `${RISK_BUDGET_MAX} · min(1, ${figure(mood, FOUR_DECIMALS)} / ${FULL_MOOD}) = ${figure(RISK_BUDGET_MAX * Math.min(1, mood / FULL_MOOD), FOUR_DECIMALS)}, rounded down`,
          result: `${riskBudget}%`,
        },
      ]}
    />
  </Step>
);
