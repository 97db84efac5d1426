import {
  MethodExplanation,
  CalculationTable,
} from "~/components/recommendations/method-explanation";
import { DateTime } from "~/components/ui/date-time";
import {
  eligibleTokens,
  FULL_MOOD,
  LEAST_SCORE,
  MAX_PER_TOKEN,
  MAX_RISK_BUDGET,
  type Split,
  type TokenSentiment,
} from "~/domain/sentiment/allocation";
import { MAX_PER_AUTHOR } from "~/domain/sentiment/mention";
import {
  COVERED_SHARE,
  COVERED_VOICES,
  NEUTRAL_VOICES,
  UNCOVERED_VOICES,
  UNTRUSTED_SHARE,
  type Sentiment,
  type WeekOfAuthors,
} from "~/domain/sentiment/sentiment";
import { CASH } from "~/domain/tokens";
import type { SerializedSentiment } from "~/presenters/recommendations";
import { figure, plural } from "~/utils/format";

const steps = [
  {
    title: "What each author says",
    text: `A document names a token by $ and its symbol, by its name, or by a pair such as BTCUSDT. A word that means other things, too, such as LINK or Optimism, counts where a price, an amount, another token or words of the trade show that the token is meant. The visible text is scored, without quotations and code. An author’s newest ${MAX_PER_AUTHOR} documents about a token are averaged, and near-copies of other authors’ documents are left out.`,
  },
  {
    title: "What each author counts for",
    text: `Trust starts at members and flows to those whose articles they upvote, and on from these, less at each step. What trust does not give counts for at most ${100 * UNTRUSTED_SHARE}% of what it gives, over all authors, however many accounts there are.`,
  },
  {
    title: "A score for each token",
    text: `The authors’ scores are averaged, weighted by what each author counts for, together with ${NEUTRAL_VOICES} neutral voices. The mean is then moved towards zero by its standard error.`,
  },
  {
    title: "How far it is covered",
    text: `A token with up to ${UNCOVERED_VOICES} voices does not count, and one with ${COVERED_VOICES}, in a large community ${100 * COVERED_SHARE}% of the week’s trust, counts in full; in between it counts in proportion. Stablecoins do not count.`,
  },
  {
    title: "The overall mood",
    text: `The mood is the mean score of the covered tokens. At ${FULL_MOOD} and above, ${MAX_RISK_BUDGET}% is invested, times the coverage of the token that is covered best; below that, proportionally less; at ${LEAST_SCORE} or below, nothing.`,
  },
  {
    title: "The split",
    text: `Covered tokens share the invested part by voices and by how far their score is above ${LEAST_SCORE}. None gets more than ${MAX_PER_TOKEN}%, and ${CASH} takes the rest.`,
  },
] as const;

interface MethodProps {
  latest: SerializedSentiment | undefined;
  calculation: Sentiment | null;
}

export const Method = ({ latest, calculation }: MethodProps) => (
  <MethodExplanation
    title="From Words to Weights"
    standfirst="Fixed rules over words and numbers. The page of each recommendation has the scored texts, and every step of the calculation from these on."
    steps={steps}
    example={
      latest && calculation
        ? {
            table: <WorkedExample latest={latest} sentiment={calculation} />,
            to: `/sentiment/${latest.id}`,
          }
        : null
    }
  />
);

/** The maximum number of rows; the recommendation's page lists all tokens. */
const MAX_ROWS = 8;

function WorkedExample({
  latest,
  sentiment,
}: {
  latest: SerializedSentiment;
  sentiment: Sentiment;
}) {
  const rows = exampleTokens(sentiment);
  const omittedCount = sentiment.tokens.length - rows.length;
  return (
    <>
      <CalculationTable
        caption={
          <>
            Worked example for the week of <DateTime value={latest.weekDate} />
            {omittedCount > 0
              ? `, omitting ${plural(omittedCount, "token")} without an allocation`
              : ""}
            . A claim is the coverage times the score above {LEAST_SCORE} times ln(1 + voices).
          </>
        }
        columns={["Score", "Claim", "Share"]}
        rows={rows.map((row) => ({
          label: `${row.token}: ${basisOf(row)}${unallocatedReason(row, sentiment.week)}`,
          values: [
            figure(row.score, { digits: 3, isSigned: true }),
            figure(row.raw, { digits: 3 }),
            `${row.allocation}%`,
          ],
        }))}
        result={{
          label: `${CASH}: the rest`,
          values: ["", "", `${sentiment.allocation[CASH] ?? 0}%`],
        }}
      />
      <Mood split={sentiment} />
    </>
  );
}

const basisOf = ({ voices, authors }: TokenSentiment) =>
  `${figure(voices, { digits: 2 })} voices of ${plural(authors, "author")}`;

function unallocatedReason(
  { voices, coverage, raw, allocation }: TokenSentiment,
  { uncoveredUpTo }: WeekOfAuthors,
): string {
  if (allocation > 0) return "";
  if (raw > 0) return ", less than one percent";
  if (coverage > 0) return ", with too low a score";
  return voices > uncoveredUpTo ? ", a stablecoin" : ", with too few voices";
}

/** The allocated tokens, filled up with the others that have most voices, in their original order. */
export function exampleTokens({ tokens }: Pick<Split, "tokens">): TokenSentiment[] {
  let roomForOthers = Math.max(
    0,
    MAX_ROWS - tokens.filter(({ allocation }) => allocation > 0).length,
  );
  return tokens.filter(({ allocation }) => allocation > 0 || roomForOthers-- > 0);
}

function Mood({ split }: { split: Split }) {
  const { tokens, mood, riskBudget } = split;
  const claims = eligibleTokens(tokens).reduce((sum, { raw }) => sum + raw, 0);
  return (
    <ul className="mt-4 grid gap-1 text-sm text-pretty">
      {mood === null ? (
        <li>No token is covered, so there is no mood to act on, and everything stays in {CASH}.</li>
      ) : (
        <>
          <li>
            Mood: the mean score of the covered tokens, weighted by voices and coverage, is{" "}
            <b className="font-medium">{figure(mood, { digits: 3 })}</b>.
          </li>
          <li>
            Invested:{" "}
            {mood > LEAST_SCORE
              ? `${MAX_RISK_BUDGET} × ${figure(riskBudget / MAX_RISK_BUDGET, { digits: 3 })}, by mood and coverage, is `
              : `with a mood that is not above ${LEAST_SCORE}, `}
            <b className="font-medium">{figure(riskBudget, { digits: 1 })}%</b>.
          </li>
          {claims > 0 ? (
            <li>
              A share is {figure(riskBudget, { digits: 1 })} × claim ÷{" "}
              {figure(claims, { digits: 3 })}, the sum of the claims, rounded down and{" "}
              {MAX_PER_TOKEN}% at most.
            </li>
          ) : null}
        </>
      )}
    </ul>
  );
}
