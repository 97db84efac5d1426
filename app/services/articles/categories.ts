import { findCategory, type Category } from "~/domain/categories";
import { notFoundError } from "../errors";

/** @throws ServiceError `notFound` */
export function readCategory(slug: string): Category {
  const category = findCategory(slug);
  if (!category) throw notFoundError("Category");
  const { name, description } = category;
  return { name, description, slug };
}
