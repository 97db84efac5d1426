/**
 * The names of what cached pages show. A read names what it is about to read, and a write names what it
 * has changed; every cached page that shows any of it is dropped.
 */
import type { Engine } from "~/domain/engines";

/** What a page shows, or a write has changed. */
export type PageTag = string & { readonly __brand: "PageTag" };

const tag = (name: string) => name as PageTag;

/** Everything: for imports, and for what an administrator does from the command line. */
export const EVERYTHING = tag("everything");

/** Sample content was imported, or begins to be. */
export const SAMPLE_CONTENT_TAG = tag("sample-content");

/** The reviews of all hubs, in whatever order: a work's score is stored on its reviews in every hub. */
export const REVIEWS = tag("reviews");

/** How many papers and contributors each hub has. */
export const HUB_COUNTS = tag("hub-counts");

/** A person's account, and where they are signed in. */
export const accountTag = (userId: string): PageTag => tag(`account:${userId}`);

/** Whose pages search engines are told of. */
export const PEOPLE = tag("people");

/** How many members there are. */
export const MEMBERS = tag("members");

/** The closes that track records and outcomes are computed from. */
export const PRICES = tag("prices");

/** Content that is gone, which recommendations may link to. */
export const REMOVALS = tag("removals");

/** An article, with its upvotes and its comments. */
export const articleTag = (id: string): PageTag => tag(`article:${id}`);

/** How often an article was viewed, which changes far more often than the rest of it. */
export const viewsTag = (id: string): PageTag => tag(`views:${id}`);

/** Which articles there are: in a category, or in all of them. */
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
