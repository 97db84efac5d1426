/** A single recommendation for the API, with everything that its page shows. */
import { addDays } from "~/domain/calendar-days";
import { MOMENTUM_DAYS, MOMENTUM_METHOD, SUBSTITUTE_DAYS } from "~/domain/momentum";
import { momentumConstants, momentumFormulas } from "~/domain/momentum-formulas";
import { sentimentConstants, sentimentFormulas } from "~/domain/sentiment/formulas";
import type { MomentumDetailsResponse } from "~/schemas/momentum-responses";
import type { OutcomeResponse } from "~/schemas/recommendation-responses";
import type { MentionsCallQuery } from "~/schemas/sentiment";
import type { SentimentDetailsResponse } from "~/schemas/sentiment-responses";
import { momentumEngine } from "./momentum.server";
import { sentimentEngine } from "./sentiment.server";
import { readSentimentInputs } from "./sentiment-inputs.server";
import { serializeMention } from "~/presenters/mentions";
import type { ReadOutcome } from "./track-record.server";

/**
 * @returns a momentum recommendation with its input closes and every step of the calculation
 * @throws ServiceError `notFound`
 */
export async function readMomentumDetails(id: string): Promise<MomentumDetailsResponse> {
  const { recommendation, inputs, calculation, newerId, olderId, ...rest } =
    await momentumEngine.read(id);
  const { asOf, source, isSample, isDegraded, hasPegWarning, notCash, ...listed } = recommendation;
  const { BTC, SOL, USDT } = inputs.closes;
  return {
    ...listed,
    method: MOMENTUM_METHOD,
    window: { from: addDays(asOf, -MOMENTUM_DAYS - SUBSTITUTE_DAYS), to: asOf },
    facts: { asOf, source, isSample, isDegraded, hasPegWarning, notCash },
    formulas: momentumFormulas,
    constants: momentumConstants,
    calculation,
    inputs: { BTC: [...BTC], SOL: [...SOL], USDT: [...USDT] },
    outcome: outcomeOf(rest),
    isInTrackRecord: rest.isInTrackRecord,
    ledger: rest.ledger,
    newerId,
    olderId,
  };
}

/**
 * @param list selects the mentions: pages are counted from 1; beyond the last page, the last one is read
 * @param origin the origin of this site, for the links of the mentions
 * @returns a sentiment recommendation with a page of its mentions and every step
 * @throws ServiceError `notFound`, also for a token that nobody mentioned
 */
export async function readSentimentDetails(
  id: string,
  list: MentionsCallQuery,
  origin: string,
): Promise<SentimentDetailsResponse> {
  const read = await sentimentEngine.read(id);
  const { page, pages, rows } = await readSentimentInputs(read, list);
  const { isSample, notCash, ...listed } = read.recommendation;
  const { method, window, trust, outside, unlisted, calculation } = read;
  return {
    ...listed,
    method,
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    facts: {
      isSample,
      trust,
      outside: [...outside],
      unlisted,
      notCash: notCash && { day: notCash.day, close: notCash.close },
    },
    formulas: sentimentFormulas,
    constants: sentimentConstants,
    calculation,
    inputs: {
      token: list.token ?? null,
      page,
      pages,
      mentions: rows.map((row) => {
        const mention = serializeMention(row);
        return { ...mention, link: mention.link && new URL(mention.link, origin).href };
      }),
    },
    outcome: outcomeOf(read),
    isInTrackRecord: read.isInTrackRecord,
    ledger: read.ledger,
    newerId: read.newerId,
    olderId: read.olderId,
  };
}

function outcomeOf({ outcome, outcomeSource, settlement }: ReadOutcome): OutcomeResponse {
  const known = outcome.state === "known" ? outcome : null;
  return {
    state: outcome.state,
    missing: outcome.state === "missing" ? outcome.assets : [],
    soFar: outcome.state === "pending" ? outcome.soFar : null,
    value: known?.value ?? null,
    bitcoin: known?.bitcoin ?? null,
    previous: known?.previous ?? null,
    drawdown: known?.drawdown ?? null,
    gaps: known?.gaps ?? null,
    until: known?.until ?? null,
    source: outcomeSource?.label ?? null,
    settled: settlement && {
      entry: settlement.entry,
      at: settlement.settledAt.toISOString(),
      corrections: settlement.corrections,
      changedTexts: settlement.changedTexts,
    },
  };
}
