import {
  Explanation,
  Formulas,
  Lead,
  Step,
  Steps,
  Workings,
} from "~/components/track-record/calculation-steps";
import { DateTime } from "~/components/ui/date-time";
import {
  FULL_MOOD,
  MAX_RISK_BUDGET,
  type Split,
  type TokenSentiment,
  eligibleTokens,
  LEAST_SCORE,
  MAX_PER_TOKEN,
} from "~/domain/sentiment/allocation";
import { SCHEDULED_TEXT_HOURS } from "~/domain/sentiment/mention";
import { sentimentFormulas } from "~/domain/sentiment/formulas";
import type { Sentiment } from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import type { SerializedTrustFacts } from "~/presenters/trust";
import { figure, plural } from "~/utils/format";
import { FOUR_DECIMALS, signed } from "./number-format";
import { ScoreSteps } from "./scores";
import { DataTable } from "~/components/track-record/data-table";

interface CalculationProps {
  calculation: Sentiment;
  trust: SerializedTrustFacts;
  /** The time span of the texts, in ISO 8601. */
  window: { from: string; to: string };
  outsideSources: readonly string[];
}

export function Calculation(props: CalculationProps) {
  const { calculation, trust, window, outsideSources } = props;
  const { tokens } = calculation;
  const mentions = tokens.reduce<number>((sum, { mentionCount }) => sum + mentionCount, 0);
  return (
    <Steps>
      <Step number={1} title="What was read">
        <Lead>
          Everything that the community wrote in a week was read, and each text got a score for each
          token that it names: good words raise it, bad ones lower it.
        </Lead>
        <Explanation>
          The community’s articles, comments and reviews
          {outsideSources.map((label) => `, and ${label},`).join("")} from{" "}
          <DateTime value={window.from} withTime /> to <DateTime value={window.to} withTime />: the
          schedule counts only texts that are {SCHEDULED_TEXT_HOURS} hours old, and members all.
          Each document that names a token is one mention of it, and p, from −1 to 1, is its
          sentiment towards the token.{" "}
          {mentions
            ? `This gave ${plural(mentions, "mention")} of ${plural(tokens.length, "token")}.`
            : "Nobody mentioned a token."}
        </Explanation>
      </Step>
      {!mentions ? (
        <Step number={2} title="Allocation">
          <Explanation>Without mentions, everything stays in {CASH}.</Explanation>
        </Step>
      ) : (
        <>
          <ScoreSteps {...{ calculation, mentions, trust }} />
          <Mood {...calculation} />
          <RiskBudget {...calculation} />
          <Step number={7} title="Allocation">
            <Lead>The tokens that people speak well of share what is invested.</Lead>
            <Shares {...calculation} />
          </Step>
        </>
      )}
    </Steps>
  );
}

function Mood({ mood, tokens }: Split) {
  const covered = tokens.filter(({ coverage }) => coverage > 0);
  const product = (token: TokenSentiment) => {
    const score = figure(token.score, FOUR_DECIMALS);
    return `${coveredVoices(token)} · ${token.score < 0 ? `(${score})` : score}`;
  };
  return (
    <Step number={5} title="The mood">
      <Lead>The scores of all tokens that enough people wrote about, taken together.</Lead>
      <Formulas of={sentimentFormulas.mood} />
      {mood === null ? (
        <Explanation>No token is covered, so there is no mood.</Explanation>
      ) : (
        <Workings
          rows={[
            {
              label: "M",
              working: `(${covered.map(product).join(" + ")}) / (${covered.map(coveredVoices).join(" + ")})`,
              result: signed(mood),
            },
          ]}
        />
      )}
    </Step>
  );
}

const coveredVoices = ({ coverage, voices }: TokenSentiment) =>
  figure(coverage * voices, FOUR_DECIMALS);

const RiskBudget = ({ tokens, mood, riskBudget }: Split) => (
  <Step number={6} title="The risk budget">
    <Lead>The better the mood, the less stays in {CASH}.</Lead>
    <Formulas of={sentimentFormulas.riskBudget} />
    <Explanation>
      The risk budget R is the share that may be invested in assets other than {CASH}. The better
      the mood, the larger it is, but never above {MAX_RISK_BUDGET}%, and less if no token is fully
      covered.
    </Explanation>
    <Workings
      rows={[
        {
          label: "R",
          working:
            mood === null || mood <= LEAST_SCORE
              ? `M is not above ${LEAST_SCORE}`
              : `${MAX_RISK_BUDGET} · min(1, (${figure(mood, FOUR_DECIMALS)} − ${LEAST_SCORE}) / (${FULL_MOOD} − ${LEAST_SCORE})) · ${figure(Math.max(...tokens.map(({ coverage }) => coverage)), FOUR_DECIMALS)}`,
          result: `${figure(riskBudget, FOUR_DECIMALS)}%`,
        },
      ]}
    />
  </Step>
);

/** How the risk budget is divided among the eligible tokens. */
export function Shares({ tokens, riskBudget, allocation }: Split) {
  const eligible = eligibleTokens(tokens);
  const sum = eligible.reduce((total, { raw }) => total + raw, 0);
  const held = Object.entries(allocation).filter(([symbol]) => symbol !== CASH);
  const restWorking = {
    label: CASH,
    working: ["100", ...held.map(([, percent]) => percent)].join(" − "),
    result: `${allocation[CASH] ?? 0}%`,
  };
  return (
    <>
      <Formulas of={sentimentFormulas.allocation} />
      {eligible.length ? (
        <>
          <Explanation>
            The covered tokens with a score above {LEAST_SCORE} share the budget in proportion to
            raw (Σ raw = {figure(sum, FOUR_DECIMALS)}); none gets more than {MAX_PER_TOKEN}%.
          </Explanation>
          <DataTable
            caption="Tokens and their shares"
            rows={eligible}
            keyOf={({ token }) => token}
            columns={[
              {
                label: "Token",
                isText: true,
                cell: ({ token }) => <b className="font-medium">{token}</b>,
              },
              { label: "c", cell: ({ coverage }) => figure(coverage, FOUR_DECIMALS) },
              { label: "S", cell: ({ score: value }) => figure(value, FOUR_DECIMALS) },
              { label: "N", cell: ({ voices }) => figure(voices, FOUR_DECIMALS) },
              { label: "raw", cell: ({ raw }) => figure(raw, FOUR_DECIMALS) },
              {
                label: "share",
                cell: ({ raw }) => figure((riskBudget * raw) / sum, FOUR_DECIMALS),
              },
              {
                label: "Allocation",
                cell: (token) => <b className="font-medium">{token.allocation}%</b>,
              },
            ]}
          />
        </>
      ) : (
        <Explanation>
          No covered token has a score above {LEAST_SCORE}, so everything stays in {CASH}.
        </Explanation>
      )}
      <Workings rows={[restWorking]} />
    </>
  );
}
