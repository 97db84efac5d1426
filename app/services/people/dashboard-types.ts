/** The dashboard's data as serialized by the loader; dates are in ISO 8601. */
import type { Share } from "~/domain/allocation";
import type { SerializedStanding } from "~/presenters/membership";
import type { CategoryReference } from "~/schemas/responses";

export interface OwnArticle {
  id: string;
  title: string;
  summary: string;
  /** Path of its page; `null` in a mock. */
  to: string | null;
  category: CategoryReference;
  createdAt: string;
  views: number;
  upvotes: number;
  commentCount: number;
}

export interface OwnReview {
  id: string;
  title: string;
  /** Path of its page; `null` in a mock. */
  to: string | null;
  author: string;
  url: string | null;
  rating: number;
  hub: CategoryReference;
  category: string;
  review: string;
  createdAt: string;
}

export interface OwnComment {
  id: string;
  content: string;
  /** The title of the article it belongs to. */
  on: string;
  /** Path of its page; `null` in a mock. */
  to: string | null;
  createdAt: string;
}

/** A recommendation as listed on the dashboard. */
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

/** A user's content. */
export interface Contributions {
  articles: OwnList<OwnArticle>;
  reviews: OwnList<OwnReview>;
  comments: OwnList<OwnComment>;
}

/** A user's membership standing, and the latest recommendations. */
export interface Overview {
  standing: SerializedStanding;
  momentum: BriefRecommendation[];
  sentiment: BriefRecommendation[];
}
