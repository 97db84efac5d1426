import { figure } from "~/utils/format";

/** A gain or a loss in percent, in its colour and with its sign; one that is very small with more digits. */
export function Gain({ percent }: { percent: number }) {
  const digits = Math.abs(percent) < 0.005 ? 4 : 2;
  const written = figure(percent, { digits, isSigned: true });
  return <span className={toneOf(written)}>{written}%</span>;
}

/** @returns the colour of a change as it is written; what rounds to nothing is neither gain nor loss */
export function toneOf(written: string): string | undefined {
  if (written.startsWith("+")) return "text-positive";
  return written.startsWith("−") ? "text-negative" : undefined;
}
