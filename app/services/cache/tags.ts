/**
 * Cache tags. A read declares the tags of what it is about to read, and a write invalidates the tags of what it has
 * changed; every cache entry that depends on one of them is removed.
 */
import type { Engine } from "~/domain/engines";

/** The name of something that a page shows and a write can change. */
export type PageTag = string & { readonly __brand: "PageTag" };

const tag = (name: string) => name as PageTag;

/** Everything: for imports and for commands of an administrator. */
export const EVERYTHING = tag("everything");

/** Whether the database holds sample content. */
export const SAMPLE_CONTENT_TAG = tag("sample-content");

/** The reviews of all hubs, in any order: a work's score is stored on its reviews in every hub. */
export const REVIEWS = tag("reviews");

/** The number of papers and contributors of each hub. */
export const HUB_COUNTS = tag("hub-counts");

/** A user's account and sessions. */
export const accountTag = (userId: string): PageTag => tag(`account:${userId}`);

/** The set of people whose pages are listed in the sitemap. */
export const PEOPLE = tag("people");

/** The number of members. */
export const MEMBERS = tag("members");

/** The closing prices that track records and outcomes are computed from. */
export const PRICES = tag("prices");

/** Removals and edits of content that recommendations may link to. */
export const REMOVALS = tag("removals");

/** An article, with its upvotes and its comments. */
export const articleTag = (id: string): PageTag => tag(`article:${id}`);

/** An article's view count, which changes far more often than the rest of it. */
export const viewsTag = (id: string): PageTag => tag(`views:${id}`);

/** The set of articles in a category, or in all of them. */
export const articlesTag = (category?: string): PageTag =>
  tag(category ? `articles:${category}` : "articles");

/** The order of articles by upvotes and comments: in a category, or in all of them. */
export const rankingTag = (category?: string): PageTag =>
  tag(category ? `ranking:${category}` : "ranking");

/** The few articles of a category that rank first. */
export const hottestTag = (category: string): PageTag => tag(`hottest:${category}`);

/** The newest entry of the ledger. */
export const LEDGER = tag("ledger");

/** The recommendations of an engine. */
export const recommendationsTag = (engine: Engine): PageTag => tag(`recommendations:${engine}`);
