import { ARTICLES, COMMENTS, PEOPLE, RECOMMENDATIONS, REVIEWS, SUPPORT } from "~/config/page-tags";
import type { Feature } from "../feature";

/** The front page. */
export const frontPage: Feature = {
  cached: [{ path: "/", tags: [ARTICLES, SUPPORT, COMMENTS, REVIEWS, PEOPLE, RECOMMENDATIONS] }],
};
