import { topics } from "~/domain/topics";

const colored = new Set<string>([...topics.map(({ slug }) => slug), "sentiment"]);

/**
 * @param otherwise the class for a category that has no colour
 * @returns the class of a category's colour by its slug. Tailwind cannot find these names: `app.css` lists them
 */
const colorClass =
  (utility: string, otherwise: string) =>
  (slug: string): string =>
    colored.has(slug) ? `${utility}-${slug}` : otherwise;

export const groundColor = colorClass("bg", "bg-muted");
/** For the mark before a topic's name. */
export const markColor = colorClass("before:bg", "before:bg-muted");
export const textColor = colorClass("text", "text-muted");
export const borderColor = colorClass("border", "border-edge");
