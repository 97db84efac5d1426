/** 12345 → "12,345"; for whole numbers */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** 1 → "1 comment", 2 → "2 comments" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

interface FigureOptions {
  digits?: number;
  /** Whether positive numbers get a plus sign. */
  isSigned?: boolean;
}

/**
 * 1234.5 → "1,234.50", −3 → "−3.00"; signed, 2 → "+2.00". A number that rounds to 0 has no sign.
 */
export function figure(
  value: number,
  { digits = 2, isSigned = false }: FigureOptions = {},
): string {
  const digitsOnly = withDigits(digits, digits).format(Math.abs(value));
  const isZero = !/[1-9]/.test(digitsOnly);
  const sign = isZero ? "" : value < 0 ? "−" : isSigned ? "+" : "";
  return sign + digitsOnly;
}

/** A closing price with all its digits: 61234.5 → "61,234.50", 1.0002 → "1.0002" */
export const price = (value: number): string => withDigits(2, 8).format(value);

/** Cached formatters, since constructing one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function withDigits(minimumFractionDigits: number, maximumFractionDigits: number) {
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits, maximumFractionDigits });
  formats.set(key, format);
  return format;
}

export const figureOrDash = (value: number | null, options?: FigureOptions): string =>
  value === null ? "–" : figure(value, options);

/** 1 → "first", 4 → "4th", 22 → "22nd" */
export function ordinal(value: number): string {
  const word = ["first", "second", "third"][value - 1];
  if (word) return word;
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = (isTeen ? undefined : ["st", "nd", "rd"][(value % 10) - 1]) ?? "th";
  return formatNumber(value) + ending;
}

/** 12.345 → "+12.35%". Gains and losses always carry a sign, never only a colour. */
export const change = (value: number): string => `${figure(value, { isSigned: true })}%`;

/** 512 → "1 kB", 1536000 → "1.5 MB" */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${figure(bytes / 1_000_000, { digits: 1 })} MB`;
