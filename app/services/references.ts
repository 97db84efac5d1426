import { categoryName } from "~/domain/categories";
import { findTopic } from "~/domain/topics";
import type { CategoryReference } from "~/schemas/responses";

export const categoryReference = (slug: string): CategoryReference => ({
  slug,
  name: categoryName(slug),
});

export const hubReference = (slug: string): CategoryReference => ({
  slug,
  name: findTopic(slug)?.title ?? slug,
});
