import { figure } from "~/utils/format";

/** A signed and coloured percentage; very small ones get more digits. */
export function Gain({ percent }: { percent: number }) {
  const digits = Math.abs(percent) < 0.005 ? 4 : 2;
  const formatted = figure(percent, { digits, isSigned: true });
  return <span className={gainColor(formatted)}>{`${formatted}%`}</span>;
}

/** @returns the text colour of a formatted change; none if it rounds to zero */
export function gainColor(formatted: string): string | undefined {
  if (formatted.startsWith("+")) return "text-positive";
  return formatted.startsWith("−") ? "text-negative" : undefined;
}
