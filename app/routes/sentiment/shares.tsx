import { Explanation, Formulas, Workings } from "~/components/track-record/calculation-steps";
import { DataTable } from "~/components/track-record/data-table";
import {
  eligibleTokens,
  heldTokens,
  MAX_PER_TOKEN,
  MAX_HELD_TOKENS,
  type Split,
} from "~/domain/sentiment/allocation";
import { sentimentFormulas } from "~/domain/sentiment/formulas";
import { CASH } from "~/domain/tokens";
import { figure, figureOrDash } from "~/utils/format";
import { FOUR_DECIMALS } from "./number-format";

/** How the risk budget is divided among the eligible tokens. */
export function Shares({ tokens, riskBudget, allocation }: Split) {
  const eligible = eligibleTokens(tokens);
  const best = heldTokens(tokens);
  const sum = best.reduce((total, { raw }) => total + (raw ?? 0), 0);
  const held = Object.entries(allocation).filter(([symbol]) => symbol !== CASH);
  const restWorking = {
    label: CASH,
    working: ["100", ...held.map(([, percent]) => percent)].join(" − "),
    result: `${allocation[CASH] ?? 0}%`,
  };
  const shareOf = (raw: number | null) => (riskBudget * (raw ?? 0)) / sum;
  return (
    <>
      <Formulas of={sentimentFormulas.allocation} />
      {eligible.length ? (
        <>
          <Explanation>
            {eligible.length > MAX_HELD_TOKENS
              ? `Of ${eligible.length} eligible tokens the ${MAX_HELD_TOKENS} with the largest raw value`
              : "The eligible tokens"}{" "}
            share the budget in proportion to raw (Σ raw = {figure(sum, FOUR_DECIMALS)}); none gets
            more than {MAX_PER_TOKEN}%.
          </Explanation>
          <DataTable
            caption="Eligible tokens and their shares"
            rows={eligible}
            keyOf={({ token }) => token}
            columns={[
              {
                label: "Token",
                isText: true,
                cell: ({ token }) => <b className="font-medium">{token}</b>,
              },
              { label: "S", cell: ({ score: value }) => figure(value, FOUR_DECIMALS) },
              { label: "N", cell: ({ voices }) => figure(voices, FOUR_DECIMALS) },
              { label: "raw", cell: ({ raw }) => figureOrDash(raw, FOUR_DECIMALS) },
              {
                label: "share",
                cell: (token) =>
                  best.includes(token)
                    ? figure(shareOf(token.raw), FOUR_DECIMALS)
                    : "not among the largest",
              },
              {
                label: "Allocation",
                cell: (token) => <b className="font-medium">{token.allocation}%</b>,
              },
            ]}
          />
        </>
      ) : (
        <Explanation>No token is eligible, so everything stays in {CASH}.</Explanation>
      )}
      <Workings rows={[restWorking]} />
    </>
  );
}
