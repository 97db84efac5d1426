import {
  MethodExplanation,
  CalculationTable,
} from "~/components/recommendations/method-explanation";
import { DateTime } from "~/components/ui/date-time";
import {
  FULL_MOOD,
  heldTokens,
  LEAST_SCORE,
  MAX_PER_TOKEN,
  MAX_RISK_BUDGET,
  MAX_HELD_TOKENS,
  type Split,
  type TokenSentiment,
} from "~/domain/sentiment/allocation";
import { LEAST_TRUST, SUPPORTERS_NEEDED, TRUST_DAYS } from "~/domain/sentiment/author-trust";
import { MAX_PER_AUTHOR } from "~/domain/sentiment/mention";
import { HEARD_AUTHORS, NEUTRAL_VOICES, type Sentiment } from "~/domain/sentiment/sentiment";
import { CASH, isStablecoin } from "~/domain/tokens";
import type { SerializedSentiment } from "~/presenters/recommendations";
import { figure, figureOrDash, plural } from "~/utils/format";

const steps = [
  {
    title: "What each author says",
    text: `The visible text of each document is scored, without quotations and code. An author’s newest ${MAX_PER_AUTHOR} documents about a token are averaged, and near-copies of other authors’ documents are left out.`,
  },
  {
    title: "What each author counts for",
    text: `An account counts in full after ${TRUST_DAYS} days and with upvotes from ${SUPPORTERS_NEEDED} older accounts, and for as little as ${LEAST_TRUST} until then, so new accounts hardly count, however many there are.`,
  },
  {
    title: "A score for each token",
    text: `The authors’ scores are averaged, weighted by what each author counts for, together with ${NEUTRAL_VOICES} neutral voices. The mean is then moved towards zero by its standard error. A token is heard if at least ${HEARD_AUTHORS} people with a sufficient share of the week’s trust mention it; stablecoins are excluded.`,
  },
  {
    title: "The overall mood",
    text: `The mood is the mean score of the heard tokens. At ${FULL_MOOD} and above, ${MAX_RISK_BUDGET}% is invested; below that, proportionally less; at zero or below, nothing.`,
  },
  {
    title: "The split",
    text: `The best ${MAX_HELD_TOKENS} tokens with a score of at least ${LEAST_SCORE} share the invested part by score and number of voices. None gets more than ${MAX_PER_TOKEN}%, and ${CASH} takes the rest.`,
  },
] as const;

interface MethodProps {
  latest: SerializedSentiment | undefined;
  calculation: Sentiment | null;
}

export const Method = ({ latest, calculation }: MethodProps) => (
  <MethodExplanation
    title="From Words to Weights"
    standfirst="Fixed rules over words and numbers. Anyone can repeat the calculation from the inputs shown."
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
            . A claim is the score times ln(1 + voices).
          </>
        }
        columns={["Score", "Claim", "Share"]}
        rows={rows.map((row) => ({
          label: `${row.token}: ${basisOf(row)}${unallocatedReason(row)}`,
          values: [
            figure(row.score, { digits: 3, isSigned: true }),
            figureOrDash(row.raw, { digits: 3 }),
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

function unallocatedReason({ token, isHeard, isEligible, allocation }: TokenSentiment): string {
  if (allocation > 0) return "";
  if (isEligible) return ", too little weight next to the others";
  if (isHeard) return ", with too low a score";
  return isStablecoin(token) ? ", a stablecoin" : ", not heard";
}

/** The allocated tokens, filled up with the most mentioned others, in their original order. */
export function exampleTokens({ tokens }: Pick<Split, "tokens">): TokenSentiment[] {
  let roomForOthers = Math.max(
    0,
    MAX_ROWS - tokens.filter(({ allocation }) => allocation > 0).length,
  );
  return tokens.filter(({ allocation }) => allocation > 0 || roomForOthers-- > 0);
}

function Mood({ split }: { split: Split }) {
  const { tokens, mood, riskBudget } = split;
  const claims = heldTokens(tokens).reduce((sum, { raw }) => sum + (raw ?? 0), 0);
  return (
    <ul className="mt-4 grid gap-1 text-sm text-pretty">
      {mood === null ? (
        <li>No token is heard, so there is no mood to act on, and everything stays in {CASH}.</li>
      ) : (
        <>
          <li>
            Mood: the mean score of the heard tokens, weighted by voices, is{" "}
            <b className="font-medium">{figure(mood, { digits: 3 })}</b>.
          </li>
          <li>
            Invested:{" "}
            {mood > 0
              ? `${MAX_RISK_BUDGET} × ${figure(Math.min(1, mood / FULL_MOOD), { digits: 3 })}, rounded down, is `
              : "with a mood that is not above zero, "}
            <b className="font-medium">{riskBudget}%</b>.
          </li>
          {claims > 0 ? (
            <li>
              A share is {riskBudget} × claim ÷ {figure(claims, { digits: 3 })}, the sum of the
              claims, rounded down and {MAX_PER_TOKEN}% at most.
            </li>
          ) : null}
        </>
      )}
    </ul>
  );
}
