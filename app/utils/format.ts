/** 12345 → "12,345"; for whole numbers */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, ",");

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
  `${formatNumber(count)} ${count === 1 ? one : many}`;
