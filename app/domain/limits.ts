/** How long what people write may be, in characters. The browser shows them; the schemas hold to them. */
export const SUMMARY_MAX = 200;
export const TITLE_MAX = 200;
export const CONTENT_MAX = 20_000;
export const COMMENT_MAX = 5_000;
export const URL_MAX = 2_000;

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
