/** Says what became of a recommendation, in the same words wherever its outcome is shown. */
import { addDays, startOf, type Day } from "./calendar-days";
import { OUTCOME_DAYS, START_VALUE, type Outcome } from "./track-record";

/**
 * @param day the day on which the recommendation was made
 * @returns "so far −3.94% (BTC −5.45%), final on Nov 30" while its week runs, then "+1.80% in its week (BTC +7.21%)"
 */
export function describeOutcome(outcome: Outcome, day: Day): string {
  switch (outcome.state) {
    case "known":
      return `${changeTo(outcome.value)} in its week (BTC ${changeTo(outcome.bitcoin)})`;
    case "missing":
      return `not known: no closes for ${list.format(outcome.assets)}`;
    case "pending": {
      const { soFar } = outcome;
      const known = soFar
        ? `so far ${changeTo(soFar.value)} (BTC ${changeTo(soFar.bitcoin)})`
        : "not known yet";
      return `${known}, final on ${dayOfMonth(addDays(day, OUTCOME_DAYS))}`;
    }
  }
}

/** @param value what 100 became: 102.34 → "+2.34%" */
export function changeTo(value: number): string {
  const percent = (value / START_VALUE - 1) * 100;
  const digits = Math.abs(percent).toFixed(2);
  return `${Number(digits) === 0 ? "" : percent < 0 ? "−" : "+"}${digits}%`;
}

const list = new Intl.ListFormat("en-GB");

/** "2026-11-30" → "Nov 30" */
function dayOfMonth(day: Day): string {
  const date = startOf(day);
  return `${date.toUTCString().slice(8, 11)} ${date.getUTCDate()}`;
}
