import { MethodExplanation, Sheet } from "~/components/recommendations/method-explanation";
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
    text: `Each document counts once for each token it names. Of one author, only the newest ${MOST_PER_AUTHOR} documents about a token go into its score, so that nobody can shout.`,
  },
  {
    title: "A score for each token",
    text: `The scores of its documents are averaged, well supported articles weighing more. ${NEUTRAL_WEIGHT} neutral documents are always added, so that few voices move little.`,
  },
  {
    title: "Who is heard",
    text: `A token is heard with ${HEARD_DOCUMENTS} counted documents by ${HEARD_AUTHORS} authors or more. Stablecoins are left aside.`,
  },
  {
    title: "The mood of the whole",
    text: `The mean score of all that is heard is the mood. At ${FULL_MOOD} and above, ${MOST_RISK}% is put to work; below that in proportion, and at zero or less nothing.`,
  },
  {
    title: "The split",
    text: `The best ${MOST_TOKENS} tokens that score ${LEAST_SCORE} or more share that by score and by how much is said of them. None gets more than ${MOST_PER_TOKEN}%, and ${CASH} takes the rest.`,
  },
] as const;

interface MethodProps {
  /** The recommendation that the method is explained by, with its calculation. */
  latest: SerializedSentiment | undefined;
  example: Sentiment | null;
}

/** How the engine works: in words, and done once with the numbers of the latest recommendation. */
export const Method = ({ latest, example }: MethodProps) => (
  <Section
    id="method"
    title="From Words to Weights"
    standfirst="Rules over words and numbers. Whoever has the same texts gets the same split."
  >
    <MethodExplanation
      steps={steps}
      worked={
        latest && example
          ? {
              sheet: <WorkedSheet latest={latest} sentiment={example} />,
              to: `/sentiment/${latest.id}`,
            }
          : null
      }
    />
  </Section>
);

/** As many tokens as a small screen takes in; the page of the recommendation has all. */
const MOST_ROWS = 8;

function WorkedSheet({ latest, sentiment }: { latest: SerializedSentiment; sentiment: Sentiment }) {
  const rows = rowsOf(sentiment);
  const left = sentiment.tokens.length - rows.length;
  return (
    <>
      <Sheet
        caption={
          <>
            Worked through on the week of <DateTime value={latest.weekDate} />
            {left > 0 ? `, without ${plural(left, "token")} that got nothing` : ""}. A claim is the
            score times ln(1 + documents).
          </>
        }
        columns={["Score", "Claim", "Share"]}
        lines={rows.map((row) => ({
          label: `${row.token}: ${plural(row.counted, "document")} by ${plural(row.authors, "author")}${whyNothing(row)}`,
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

function whyNothing({ token, isHeard, isEligible, allocation }: TokenSentiment): string {
  if (allocation > 0) return "";
  if (isEligible) return ", of no weight beside the others";
  if (isHeard) return ", with too low a score";
  return findToken(token)?.isStablecoin ? ", a stablecoin" : ", not heard";
}

/** What got something, and beside it the most mentioned, in their order. */
export function rowsOf({ tokens }: Sentiment): TokenSentiment[] {
  const others = Math.max(0, MOST_ROWS - tokens.filter(({ allocation }) => allocation > 0).length);
  let room = others;
  return tokens.filter(({ allocation }) => allocation > 0 || room-- > 0);
}

function Mood({ tokens, mood, riskBudget }: Sentiment) {
  const claims = heldTokens(tokens).reduce((sum, { raw }) => sum + (raw ?? 0), 0);
  return (
    <ul className="mt-4 grid gap-1 text-sm text-pretty">
      {mood === null ? (
        <li>No token is heard, so there is no mood to act on, and all of it waits in {CASH}.</li>
      ) : (
        <>
          <li>
            Mood: the mean score of what is heard, by counted documents, is{" "}
            <b className="font-medium">{figure(mood, { digits: 3 })}</b>.
          </li>
          <li>
            Put to work:{" "}
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
