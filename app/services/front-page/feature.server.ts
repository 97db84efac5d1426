import { ARTICLES, COMMENTS, PEOPLE, RECOMMENDATIONS, SUPPORT } from "~/config/page-tags";
import type { Feature } from "../feature";

/** The front page. */
export const frontPage: Feature = {
  cached: [{ path: "/", tags: [ARTICLES, SUPPORT, COMMENTS, PEOPLE, RECOMMENDATIONS] }],
};
