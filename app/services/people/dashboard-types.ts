/** The dashboard's data as serialized by the loader; dates are in ISO 8601. */
import type { Share } from "~/domain/allocation";
import type { ListedArticle } from "~/models/article.server";
import type { Review } from "~/models/review.server";
import type { SerializedStanding } from "~/presenters/membership";
import type { CategoryReference } from "~/schemas/responses";

/** What the lists of a user's content have in common. */
interface OwnItem {
  id: string;
  /** Path of its page; `null` in a mock. */
  to: string | null;
  createdAt: string;
}

export interface OwnArticle
  extends OwnItem, Pick<ListedArticle, "title" | "summary" | "views" | "upvotes" | "commentCount"> {
  category: CategoryReference;
}

export interface OwnReview
  extends OwnItem, Pick<Review, "title" | "author" | "url" | "rating" | "category" | "review"> {
  hub: CategoryReference;
}

export interface OwnComment extends OwnItem {
  content: string;
  /** The title of the article it belongs to. */
  on: string;
}

export interface BriefRecommendation {
  id: string;
  /** The Monday of its week. */
  weekDate: string;
  createdAt: string;
  /** Whole percentages that add up to 100. */
  allocation: readonly Share[];
  rationale: string;
}

/** A page of a user's content of one kind, newest first. */
export interface OwnList<Item> {
  items: Item[];
  total: number;
  next: string | null;
  isFirstPage: boolean;
}

export interface Contributions {
  articles: OwnList<OwnArticle>;
  reviews: OwnList<OwnReview>;
  comments: OwnList<OwnComment>;
}

export interface Overview {
  standing: SerializedStanding;
  momentum: BriefRecommendation[];
  sentiment: BriefRecommendation[];
}
