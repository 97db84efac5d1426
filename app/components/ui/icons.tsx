import { clsx } from "clsx";
import type { SVGProps } from "react";

/**
 * Line icons on a 20-unit grid, always decorative and next to text. 20 pixels wide unless
 * `className` has another `size-`.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, "children">;

function icon(paths: readonly string[], filled = false) {
  return function Icon({ className = "", ...props }: IconProps) {
    return (
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        focusable="false"
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={clsx("shrink-0", !className.includes("size-") && "size-5", className)}
        {...props}
      >
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    );
  };
}

const star =
  "M10 2.6l2.27 4.6 5.08.74-3.68 3.58.87 5.06L10 14.19l-4.54 2.39.87-5.06L2.65 7.94l5.08-.74z";

export const ArrowRightIcon = icon(["M3.5 10h13", "M11.5 5l5 5-5 5"]);
export const ArrowLeftIcon = icon(["M16.5 10h-13", "M8.5 5l-5 5 5 5"]);
export const UpvoteIcon = icon(["M10 16.5v-13", "M4.5 9L10 3.5 15.5 9"]);
export const ExternalIcon = icon(["M8 5H4.5v10.5H15V12", "M11.5 3.5h5v5", "M16.5 3.5L9.5 10.5"]);
export const MenuIcon = icon(["M3 6h14", "M3 10h14", "M3 14h14"]);
export const CloseIcon = icon(["M5 5l10 10", "M15 5L5 15"]);
export const CheckIcon = icon(["M4 10.5l4 4 8-9"]);
export const AlertIcon = icon(["M10 3l7.5 13.5h-15z", "M10 8.5v3.5", "M10 14.3v.1"]);
export const SearchIcon = icon(["M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11z", "M13 13l4 4"]);
export const ChevronDownIcon = icon(["M5 7.5l5 5 5-5"]);
export const StarIcon = icon([star], true);
export const StarOutlineIcon = icon([star]);
export const SunIcon = icon([
  "M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
  "M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.34 4.34l1.06 1.06M14.6 14.6l1.06 1.06M4.34 15.66l1.06-1.06M14.6 5.4l1.06-1.06",
]);
export const MoonIcon = icon(["M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3z"]);
export const ScreenIcon = icon(["M3 4.5h14v9H3z", "M7.5 16.5h5", "M10 13.5v3"]);
export const LockIcon = icon(["M5 9h10v7.5H5z", "M7 9V6.5a3 3 0 0 1 6 0V9"]);
export const PlusIcon = icon(["M10 4v12", "M4 10h12"]);
export const MinusIcon = icon(["M4 10h12"]);
export const RefreshIcon = icon(["M16 10a6 6 0 1 1-1.8-4.3L16 7.5", "M16 3.5v4h-4"]);
export const CardsIcon = icon([
  "M3.5 3.5h5.5v5.5H3.5z",
  "M11 3.5h5.5v5.5H11z",
  "M3.5 11h5.5v5.5H3.5z",
  "M11 11h5.5v5.5H11z",
]);
export const TableIcon = icon(["M3 4h14v12H3z", "M3 8h14", "M3 12h14", "M8 8v8"]);

interface SpinnerProps {
  /** Reserves its space without animating, since a hidden animation would keep the browser busy. */
  isStill?: boolean;
}

/** Spins while something is pending; `prefers-reduced-motion` stops it. */
export function Spinner({ isStill = false }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={clsx("size-4 shrink-0", !isStill && "animate-spin")}
    >
      <circle
        cx="10"
        cy="10"
        r="7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        opacity=".25"
      />
      <path
        d="M10 2.5A7.5 7.5 0 0 1 17.5 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The logo: six places around a table. */
export function Mark({ className = "size-7" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 28 28"
      aria-hidden="true"
      focusable="false"
      className={`shrink-0 ${className}`}
    >
      <circle
        cx="14"
        cy="14"
        r="10.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        pathLength="60"
        strokeDasharray="7.5 2.5"
        transform="rotate(-97.5 14 14)"
      />
      <circle cx="14" cy="14" r="3.5" fill="currentColor" />
    </svg>
  );
}
