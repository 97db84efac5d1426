/** Maximum lengths in characters, shared by forms and schemas. */
export const SUMMARY_MAX = 200;
export const TITLE_MAX = 200;
export const CONTENT_MAX = 20_000;
export const COMMENT_MAX = 5_000;
export const URL_MAX = 2_000;

/** Default and maximum page size of API lists. */
export const PAGE_SIZE = 100;
/** Maximum page size of reviews, articles and comments, which clients may read in bulk. */
export const LONG_PAGE_SIZE = 1_000;
/**
 * A page longer than `PAGE_SIZE` items ends once its texts reach this many characters. A thousand articles
 * of maximum length would be 20 MB and block the server while serializing.
 */
export const PAGE_TEXT_MAX = 3_000_000;

/** Maximum length of a search text for a list. */
export const LIST_QUERY_MAX = 100;

/** Items per page. */
export const COMMENTS_PER_PAGE = 50;
export const ARTICLES_PER_PAGE = 12;

export const AUTHOR_MAX = 200;
export const REVIEW_MAX = 2_000;
export const REVIEWS_PER_PAGE = 20;
/** How many of the latest recommendations a page lists. */
export const RECOMMENDATIONS_SHOWN = 6;
export const STATEMENT_MIN = 50;
export const STATEMENT_MAX = 1_000;

/** Maximum length of a line in a user's profile. */
export const PROFILE_LINE_MAX = 160;
