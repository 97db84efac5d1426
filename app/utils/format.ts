const whole = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** 12345 → "12,345" */
export const formatNumber = (value: number): string => whole.format(value);

/** 12345 → "12.3K" */
export const formatCompact = (value: number): string => compact.format(value);

/** 12.3456 → "12.35%" */
export const formatPercent = (value: number, digits = 0): string => `${value.toFixed(digits)}%`;

/** 12.3456 → "+12.35%", −3 → "−3.00%": gain and loss carry a sign, never a colour alone. */
export function formatChange(value: number, digits = 2): string {
  const size = Math.abs(value).toFixed(digits);
  const sign = Number(size) === 0 ? "" : value > 0 ? "+" : "−";
  return `${sign}${size}%`;
}

/** 1 → "1 comment", 2 → "2 comments" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;
