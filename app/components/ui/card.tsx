import { clsx } from "clsx";
import type { ComponentPropsWithoutRef, ElementType } from "react";

/** How many cards of a list may be visible at first. The layout of later ones waits until they are scrolled to. */
export const FIRST_CARDS = 3;

type CardProps<T extends ElementType> = { as?: T } & ComponentPropsWithoutRef<T>;

/** A card whose children form a column; in a grid, children with `mt-auto` (footers) line up. */
export function Card<T extends ElementType = "div">({ as, className, ...props }: CardProps<T>) {
  const Element: ElementType = as ?? "div";
  return <Element className={clsx("card", className)} {...props} />;
}
