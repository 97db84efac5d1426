import { excerptOf, plainText } from "~/domain/tokenizer";
import { followedResponse } from "~/schemas/following";
import type { CategoryReference } from "~/schemas/responses";
import type { RiverEntry } from "~/services/following/river.server";
import { categoryReference, hubReference } from "~/services/references";
import { presenter } from "./presenter";

/** Serializes something that the viewer follows. */
export const serializeFollowed = presenter(followedResponse);

/** A text in the river, as its list shows it. */
export interface SerializedRiverEntry {
  kind: RiverEntry["text"]["kind"];
  id: string;
  to: string;
  title: string;
  by: string;
  createdAt: string;
  /** The beginning of the text. */
  excerpt: string;
  /** The category of an article, or the hub of a review. */
  topic: CategoryReference | null;
  /** The rating of a review. */
  rating: number | null;
}

export function serializeRiverEntry({ text, title, path }: RiverEntry): SerializedRiverEntry {
  const { kind, id, createdAt } = text;
  const common = { kind, id, title, to: path, createdAt: createdAt.toISOString() };
  const beginning = (content: string) => excerptOf(plainText(content), []);
  if (kind === "article") {
    return {
      ...common,
      by: text.reviewer,
      excerpt: beginning(text.summary),
      topic: categoryReference(text.category),
      rating: null,
    };
  }
  const { username: by } = text;
  if (kind === "review") {
    const { review, hub, rating } = text;
    return { ...common, by, excerpt: beginning(review), topic: hubReference(hub), rating };
  }
  return { ...common, by, excerpt: beginning(text.content), topic: null, rating: null };
}
