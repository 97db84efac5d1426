/** What a dashboard shows: everything ready to be read, dates in ISO 8601. */
import type { Share } from "~/domain/allocation";
import type { SerializedStanding } from "../membership/serializers";
import type { CategoryReference } from "../serializers";

export interface OwnArticle {
  id: string;
  title: string;
  summary: string;
  /** Where it is; `null` for one that was made up. */
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
  /** Where it is; `null` for one that was made up. */
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
  /** The title of the article it is on. */
  on: string;
  /** Where it is; `null` for one that was made up. */
  to: string | null;
  createdAt: string;
}

/** A recommendation in brief. */
export interface BriefRecommendation {
  id: string;
  /** The Monday of its week. */
  weekDate: string;
  createdAt: string;
  /** Whole percents, which come to 100. */
  allocation: readonly Share[];
  rationale: string;
}

/** A page of what somebody has written of one kind, the newest first. */
export interface OwnList<Item> {
  items: Item[];
  /** How many there are, whatever page is shown. */
  total: number;
  /** The cursor of the page after this. */
  next: string | null;
  isFirstPage: boolean;
}

/** What somebody has written. */
export interface Contributions {
  articles: OwnList<OwnArticle>;
  reviews: OwnList<OwnReview>;
  comments: OwnList<OwnComment>;
}

/** Where somebody stands, and what has been recommended lately. */
export interface Overview {
  standing: SerializedStanding;
  momentum: BriefRecommendation[];
  sentiment: BriefRecommendation[];
}
