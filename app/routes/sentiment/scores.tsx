import { Disclosure, Explanation } from "~/components/track-record/calculation-steps";
import { DataTable } from "~/components/track-record/data-table";
import {
  HEARD_DOCUMENTS,
  LEAST_SCORE,
  NEUTRAL_WEIGHT,
  type TokenSentiment,
} from "~/domain/sentiment/sentiment";
import { findToken } from "~/domain/tokens";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR, signed } from "./number-format";

/** A token's `Σ w·p`, recovered from its score. */
const weighted = ({ score: value, weight }: TokenSentiment) => value * (weight + NEUTRAL_WEIGHT);

/** The tokens' scores; those not heard are collapsed. */
export function ScoreTable({ tokens }: { tokens: readonly TokenSentiment[] }) {
  const heard = tokens.filter(({ isHeard }) => isHeard);
  const others = tokens.filter(({ isHeard }) => !isHeard);
  return (
    <>
      {heard.length ? (
        <Scores tokens={heard} caption="Tokens that were heard" />
      ) : (
        <Explanation>No token was heard.</Explanation>
      )}
      {others.length ? (
        <Disclosure
          summary={`${plural(others.length, "token")} that ${others.length === 1 ? "was" : "were"} not heard`}
        >
          <Scores tokens={others} caption="Tokens that were mentioned and not heard" />
        </Disclosure>
      ) : null}
    </>
  );
}

const Scores = ({ tokens, caption }: { tokens: readonly TokenSentiment[]; caption: string }) => (
  <DataTable
    caption={caption}
    rows={tokens}
    keyOf={({ token }) => token}
    columns={[
      { label: "Token", isText: true, cell: ({ token }) => <b className="font-medium">{token}</b> },
      { label: "Mentions", cell: ({ mentionCount }) => formatNumber(mentionCount) },
      { label: "n", cell: ({ counted }) => formatNumber(counted) },
      { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
      { label: "Σ w", cell: ({ weight }) => figure(weight, FOUR) },
      { label: "Σ w·p", cell: (token) => signed(weighted(token)) },
      { label: "S", cell: (token) => <b className="font-medium">{signed(token.score)}</b> },
      { label: "Status", isText: true, cell: (token) => statusOf(token) },
    ]}
  />
);

function statusOf({ token, isHeard, isEligible, counted }: TokenSentiment): string {
  if (isEligible) return "eligible";
  if (isHeard) return `heard, S below ${LEAST_SCORE}`;
  if (findToken(token)?.isStablecoin) return "a stablecoin";
  return counted < HEARD_DOCUMENTS ? "too few documents" : "too few authors";
}
