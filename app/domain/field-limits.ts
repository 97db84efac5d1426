/** Maximum lengths in characters, shared by forms and schemas. */
export const MAX_SUMMARY_LENGTH = 200;
export const MAX_TITLE_LENGTH = 200;
export const MAX_CONTENT_LENGTH = 20_000;
/** Of the words beside a disclosure. */
export const MAX_DISCLOSURE_LENGTH = 200;
export const MAX_COMMENT_LENGTH = 5_000;
export const MAX_URL_LENGTH = 2_000;

/** Default and maximum page size of API lists. */
export const PAGE_SIZE = 100;
/** Maximum page size of reviews, articles and comments, which clients may read in bulk. */
export const LONG_PAGE_SIZE = 1_000;
/**
 * A page longer than `PAGE_SIZE` items ends once its texts reach this many characters. A thousand articles
 * of maximum length would be 20 MB and block the server while serializing.
 */
export const MAX_PAGE_TEXT_LENGTH = 3_000_000;

export const MAX_LIST_QUERY_LENGTH = 100;

export const COMMENTS_PER_PAGE = 50;
export const ARTICLES_PER_PAGE = 12;

export const MAX_AUTHOR_LENGTH = 200;
export const MAX_REVIEW_LENGTH = 2_000;
export const REVIEWS_PER_PAGE = 20;
export const RECOMMENDATIONS_SHOWN = 6;
export const MIN_STATEMENT_LENGTH = 50;
export const MAX_STATEMENT_LENGTH = 1_000;

export const MAX_PROFILE_LINE_LENGTH = 160;

/** Of the words of a flag, a decision and an appeal. */
export const MAX_MODERATION_NOTE_LENGTH = 2_000;
