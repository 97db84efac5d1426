import { categoryName } from "~/domain/categories";
import { findTopic } from "~/domain/topics";
import type { CategoryReference } from "~/schemas/responses";

/** @returns a reference to a category */
export const categoryReference = (slug: string): CategoryReference => ({
  slug,
  name: categoryName(slug),
});

/** @returns a reference to a hub */
export const hubReference = (slug: string): CategoryReference => ({
  slug,
  name: findTopic(slug)?.title ?? slug,
});

/** Shown instead of the title of an article that no longer exists. */
export const UNKNOWN_ARTICLE = "An article";
