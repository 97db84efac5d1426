import {
  MethodExplanation,
  CalculationTable,
} from "~/components/recommendations/method-explanation";
import { DateTime } from "~/components/ui/date-time";
import { Section } from "~/components/ui/section";
import {
  FULL_MOOD,
  heldTokens,
  HEARD_AUTHORS,
  HEARD_DOCUMENTS,
  LEAST_SCORE,
  MOST_PER_AUTHOR,
  MOST_PER_TOKEN,
  MOST_RISK,
  MOST_TOKENS,
  NEUTRAL_WEIGHT,
  type Sentiment,
  type TokenSentiment,
} from "~/domain/sentiment/sentiment";
import { CASH, findToken } from "~/domain/tokens";
import type { SerializedSentiment } from "~/services/recommendations/serializers";
import { figure, figureOrDash, plural } from "~/utils/format";

const steps = [
  {
    title: "Who says what",
    text: `Each document counts once for each token it names. Only an author’s newest ${MOST_PER_AUTHOR} documents about a token go into its score, so that nobody can dominate it.`,
  },
  {
    title: "A score for each token",
    text: `The scores of its documents are averaged, with more weight on well-supported articles. ${NEUTRAL_WEIGHT} neutral documents are always added, so that a few voices move it only a little.`,
  },
  {
    title: "Who is heard",
    text: `A token is heard with at least ${HEARD_DOCUMENTS} counted documents by at least ${HEARD_AUTHORS} authors. Stablecoins are excluded.`,
  },
  {
    title: "The overall mood",
    text: `The mood is the mean score of the heard tokens. At ${FULL_MOOD} and above, ${MOST_RISK}% is invested; below that, proportionally less; at zero or below, nothing.`,
  },
  {
    title: "The split",
    text: `The best ${MOST_TOKENS} tokens with a score of at least ${LEAST_SCORE} share that by score and number of documents. None gets more than ${MOST_PER_TOKEN}%, and ${CASH} takes the rest.`,
  },
] as const;

interface MethodProps {
  /** The recommendation used as an example, with its calculation. */
  latest: SerializedSentiment | undefined;
  calculation: Sentiment | null;
}

/** The method in words, with the latest recommendation as a worked example. */
export const Method = ({ latest, calculation }: MethodProps) => (
  <Section
    id="method"
    title="From Words to Weights"
    standfirst="Fixed rules over words and numbers: the same texts always give the same split."
  >
    <MethodExplanation
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
  </Section>
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
            Worked through on the week of <DateTime value={latest.weekDate} />
            {omittedCount > 0
              ? `, omitting ${plural(omittedCount, "token")} without an allocation`
              : ""}
            . A claim is the score times ln(1 + documents).
          </>
        }
        columns={["Score", "Claim", "Share"]}
        rows={rows.map((row) => ({
          label: `${row.token}: ${plural(row.counted, "document")} by ${plural(row.authors, "author")}${unallocatedReason(row)}`,
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
      <Mood {...sentiment} />
    </>
  );
}

function unallocatedReason({ token, isHeard, isEligible, allocation }: TokenSentiment): string {
  if (allocation > 0) return "";
  if (isEligible) return ", too little weight next to the others";
  if (isHeard) return ", with too low a score";
  return findToken(token)?.isStablecoin ? ", a stablecoin" : ", not heard";
}

/** The allocated tokens, filled up with the most mentioned others, in their original order. */
export function exampleTokens({ tokens }: Sentiment): TokenSentiment[] {
  let roomForOthers = Math.max(
    0,
    MAX_ROWS - tokens.filter(({ allocation }) => allocation > 0).length,
  );
  return tokens.filter(({ allocation }) => allocation > 0 || roomForOthers-- > 0);
}

function Mood({ tokens, mood, riskBudget }: Sentiment) {
  const claims = heldTokens(tokens).reduce((sum, { raw }) => sum + (raw ?? 0), 0);
  return (
    <ul className="mt-4 grid gap-1 text-sm text-pretty">
      {mood === null ? (
        <li>No token is heard, so there is no mood to act on, and everything stays in {CASH}.</li>
      ) : (
        <>
          <li>
            Mood: the mean score of the heard tokens, weighted by counted documents, is{" "}
            <b className="font-medium">{figure(mood, { digits: 3 })}</b>.
          </li>
          <li>
            Invested:{" "}
            {mood > 0
              ? `${MOST_RISK} × ${figure(Math.min(1, mood / FULL_MOOD), { digits: 3 })}, rounded down, is `
              : "with a mood that is not above zero, "}
            <b className="font-medium">{riskBudget}%</b>.
          </li>
          {claims > 0 ? (
            <li>
              A share is {riskBudget} × claim ÷ {figure(claims, { digits: 3 })}, the sum of the
              claims, rounded down and {MOST_PER_TOKEN}% at most.
            </li>
          ) : null}
        </>
      )}
    </ul>
  );
}
