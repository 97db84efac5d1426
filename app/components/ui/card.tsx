import { clsx } from "clsx";
import type { ComponentPropsWithoutRef, ElementType } from "react";

type CardProps<T extends ElementType> = { as?: T } & ComponentPropsWithoutRef<T>;

/**
 * A sheet on the page. In a grid its parts stand in a column, and whatever has `mt-auto` (the footer)
 * lines up with its neighbours'.
 */
export function Card<T extends ElementType = "div">({ as, className, ...props }: CardProps<T>) {
  const Element: ElementType = as ?? "div";
  return (
    <Element
      className={clsx("flex flex-col rounded border border-line bg-raised p-5", className)}
      {...props}
    />
  );
}
