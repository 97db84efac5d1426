import { Disclosure, Explanation } from "~/components/track-record/calculation-steps";
import { DataTable } from "~/components/track-record/data-table";
import { isStablecoin, LEAST_SCORE, type TokenSentiment } from "~/domain/sentiment/allocation";
import { HEARD_AUTHORS } from "~/domain/sentiment/sentiment";
import { figure, formatNumber, plural } from "~/utils/format";
import { FOUR_DECIMALS, signed } from "./number-format";

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
          <Scores tokens={others} caption="Tokens that were mentioned but not heard" />
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
      { label: "Authors", cell: ({ authors }) => formatNumber(authors) },
      { label: "N", cell: ({ voices }) => figure(voices, FOUR_DECIMALS) },
      { label: "μ", cell: ({ mean }) => signed(mean) },
      { label: "se", cell: ({ error }) => figure(error, FOUR_DECIMALS) },
      { label: "S", cell: ({ score }) => <b className="font-medium">{signed(score)}</b> },
      { label: "Status", isText: true, cell: statusOf },
    ]}
  />
);

function statusOf({ token, isHeard, isEligible, authors }: TokenSentiment): string {
  if (isEligible) return "eligible";
  if (isHeard) return `heard, S below ${LEAST_SCORE}`;
  if (isStablecoin(token)) return "a stablecoin";
  return authors < HEARD_AUTHORS ? "too few authors" : "too few voices";
}
