import { clsx } from "clsx";
import sprite from "./icons.svg?url";

interface IconProps {
  className?: string;
}

/**
 * Creates a line icon, which is always decorative and next to text. It is 20 pixels wide unless `className` has a
 * `size-`. All icons are in one sprite file, so that a page refers to an icon instead of repeating its paths.
 */
const icon = (name: string, ownClass?: string) =>
  function Icon({ className }: IconProps) {
    return (
      <svg aria-hidden="true" className={clsx("icon", ownClass, className)}>
        <use href={`${sprite}#${name}`} />
      </svg>
    );
  };

export const ArrowRightIcon = icon("arrow-right");
export const ArrowLeftIcon = icon("arrow-left");
export const ExternalIcon = icon("external");
export const MenuIcon = icon("menu");
export const CloseIcon = icon("close");
export const CheckIcon = icon("check");
export const AlertIcon = icon("alert");
export const SearchIcon = icon("search");
export const ChevronDownIcon = icon("chevron-down");
export const StarIcon = icon("star", "fill-current");
export const StarOutlineIcon = icon("star");
export const SunIcon = icon("sun");
export const MoonIcon = icon("moon");
export const ScreenIcon = icon("screen");
export const LockIcon = icon("lock");
export const PlusIcon = icon("plus");
export const MinusIcon = icon("minus");
export const RefreshIcon = icon("refresh");
export const CardsIcon = icon("cards");
export const TableIcon = icon("table");
export const BookmarkIcon = icon("bookmark");
export const BookmarkedIcon = icon("bookmark", "fill-current");
export const BellIcon = icon("bell");
const SpinnerIcon = icon("spinner");

interface SpinnerProps {
  /** Reserves its space without animating, since a hidden animation would keep the browser busy. */
  isStill?: boolean;
}

/** Spins while something is pending; `prefers-reduced-motion` stops it. */
export const Spinner = ({ isStill = false }: SpinnerProps) => (
  <SpinnerIcon className={clsx("size-4", !isStill && "animate-spin")} />
);

/** The logo: six places around a table. It is inline rather than in the sprite, so that it is shown at once. */
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
