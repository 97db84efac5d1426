/** 12345 → "12,345"; for whole numbers */
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** 1 → "1 comment", 2 → "2 comments" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

interface FigureOptions {
  /** How many digits stand after the point. */
  digits?: number;
  /** Plus before what is above 0, too. */
  isSigned?: boolean;
}

/** 1234.5 → "1,234.50", −3 → "−3.00"; with a sign, 2 → "+2.00". What rounds to 0 has none. */
export function figure(
  value: number,
  { digits = 2, isSigned = false }: FigureOptions = {},
): string {
  const size = withDigits(digits, digits).format(Math.abs(value));
  const isZero = !/[1-9]/.test(size);
  const sign = isZero ? "" : value < 0 ? "−" : isSigned ? "+" : "";
  return sign + size;
}

/** A close as it was stored, with all its digits: 61234.5 → "61,234.50", 1.0002 → "1.0002" */
export const price = (value: number): string => withDigits(2, 8).format(value);

/** The platform's formats, each made when it is first wanted: making one takes longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

function withDigits(minimumFractionDigits: number, maximumFractionDigits: number) {
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits, maximumFractionDigits });
  formats.set(key, format);
  return format;
}

/** A figure, or a dash where there is none. */
export const figureOrDash = (value: number | null, options?: FigureOptions): string =>
  value === null ? "–" : figure(value, options);

/** 12.345 → "+12.35%": gain and loss carry a sign, never a colour alone. */
export const change = (value: number): string => `${figure(value, { isSigned: true })}%`;
