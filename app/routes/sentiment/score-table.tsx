import { Disclosure, Explanation } from "~/components/track-record/calculation-steps";
import { DataTable, type Column } from "~/components/track-record/data-table";
import { isStablecoin, LEAST_SCORE, type ScoredToken } from "~/domain/sentiment/allocation";
import { formatNumber, plural } from "~/utils/format";
import { signed } from "./number-format";

interface ScoreTableProps<Token extends ScoredToken> {
  tokens: readonly Token[];
  /** The method's inputs to a score. */
  columns: readonly Column<Token>[];
  /** Returns the method's reason why a token, other than a stablecoin, is not heard. */
  reasonOf: (token: Token) => string;
}

/** The tokens' scores; those not heard are collapsed. */
export function ScoreTable<Token extends ScoredToken>(props: ScoreTableProps<Token>) {
  const heard = props.tokens.filter(({ isHeard }) => isHeard);
  const others = props.tokens.filter(({ isHeard }) => !isHeard);
  return (
    <>
      {heard.length ? (
        <Scores {...props} tokens={heard} caption="Tokens that were heard" />
      ) : (
        <Explanation>No token was heard.</Explanation>
      )}
      {others.length ? (
        <Disclosure
          summary={`${plural(others.length, "token")} that ${others.length === 1 ? "was" : "were"} not heard`}
        >
          <Scores {...props} tokens={others} caption="Tokens that were mentioned but not heard" />
        </Disclosure>
      ) : null}
    </>
  );
}

const Scores = <Token extends ScoredToken>({
  tokens,
  columns,
  reasonOf,
  caption,
}: ScoreTableProps<Token> & { caption: string }) => (
  <DataTable
    caption={caption}
    rows={tokens}
    keyOf={({ token }) => token}
    columns={[
      { label: "Token", isText: true, cell: ({ token }) => <b className="font-medium">{token}</b> },
      { label: "Mentions", cell: ({ mentionCount }) => formatNumber(mentionCount) },
      ...columns,
      { label: "S", cell: ({ score }) => <b className="font-medium">{signed(score)}</b> },
      { label: "Status", isText: true, cell: (token) => statusOf(token) ?? reasonOf(token) },
    ]}
  />
);

/** @returns `null` if the token is not heard for a reason that depends on the method */
function statusOf({ token, isHeard, isEligible }: ScoredToken): string | null {
  if (isEligible) return "eligible";
  if (isHeard) return `heard, S below ${LEAST_SCORE}`;
  return isStablecoin(token) ? "a stablecoin" : null;
}
