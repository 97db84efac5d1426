/**
 * What cached pages and reads depend on. Each has tags: a page those of its row in its feature (`cached`), a cached
 * read those that it is called with. A write invalidates the tags of what it has changed.
 */

/** The name of something that a page shows and a write can change. */
export type PageTag = string & { readonly __brand: "PageTag" };

const tag = (name: string) => name as PageTag;

/** Everything: for imports and for commands of an administrator. Every page and read has it. */
export const EVERYTHING = tag("everything");

/** The settings of the site. A process that hears of it applies them, and drops all that it has kept. */
export const SETTINGS = tag("settings");

/** The texts of the site that administrators can change, such as the rules. */
export const SITE_TEXTS = tag("site-texts");

/** An article's own page: its text, counts and comments. */
export const articleTag = (id: string): PageTag => tag(`article:${id}`);

/** A review's discussion. */
export const reviewTag = (id: string): PageTag => tag(`review:${id}`);

/** Which articles there are, and their texts; also the removal of a comment, to which other pages may link. */
export const ARTICLES = tag("articles");

/** The upvotes and comments of any article. */
export const SUPPORT = tag("support");

/** Which few articles rank first in a category, and their upvotes. */
export const hottestTag = (category: string): PageTag => tag(`hottest:${category}`);

/** The comments on any article or review: their texts and upvotes. */
export const COMMENTS = tag("comments");

/** The views of any article. */
export const VIEWS = tag("views");

/** The reviews of all hubs: a work's score is stored on its reviews in every hub. */
export const REVIEWS = tag("reviews");

/** The recommendations of both engines, with the ledger and the closes that their outcomes are computed from. */
export const RECOMMENDATIONS = tag("recommendations");

/** Which people there are, for the sitemap; whose address is proven; the number of members, and the open applications. */
export const PEOPLE = tag("people");

/** A user's account, sessions and upvotes. */
export const accountTag = (userId: string): PageTag => tag(`account:${userId}`);

/** A user's notices. */
export const noticesTag = (userId: string): PageTag => tag(`notices:${userId}`);

/** The number of those who follow a person. */
export const followersTag = (personId: string): PageTag => tag(`followers:${personId}`);

/** The public log of moderation. */
export const MODERATION_LOG = tag("moderation-log");

/** The domains that links are checked against. */
export const BLOCKED_DOMAINS = tag("blocked-domains");
