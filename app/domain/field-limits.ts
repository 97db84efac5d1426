/** How long what people write may be, in characters. The browser shows them; the schemas hold to them. */
export const SUMMARY_MAX = 200;
export const TITLE_MAX = 200;
export const CONTENT_MAX = 20_000;
export const COMMENT_MAX = 5_000;
export const URL_MAX = 2_000;

/** How many items a list of the API has where nothing is said, and how many it may be asked for. */
export const PAGE_SIZE = 100;
/** The same of reviews, articles and comments, which are many and which programs read as a whole. */
export const LONG_PAGE_SIZE = 1_000;
/**
 * Beyond the first `PAGE_SIZE` items a page ends where its texts come to so many characters: a thousand
 * of the longest articles would be 20 MB, and hold up everybody else while they are written out.
 */
export const PAGE_TEXT_MAX = 3_000_000;

/** The longest search of a list, by call or in a hub. */
export const LIST_QUERY_MAX = 100;

/** How many comments a page shows at once, and how many articles. */
export const COMMENTS_PER_PAGE = 50;
export const ARTICLES_PER_PAGE = 12;

export const AUTHOR_MAX = 200;
export const REVIEW_MAX = 2_000;
export const REVIEWS_PER_PAGE = 20;
/** How many recommendations a list shows: the latest. */
export const RECOMMENDATIONS_SHOWN = 6;
export const STATEMENT_MIN = 50;
export const STATEMENT_MAX = 1_000;
