import { articleViews, isArticleView, type ArticleView } from "~/domain/article-view";
import { asSent, CHOICE_AGE, siteCookie } from "./http/site-cookie.server";

/** The name of the cookie with the chosen view, without the prefix that `cookieName` adds. */
export const VIEW_COOKIE = "view";

const cookie = () => siteCookie(VIEW_COOKIE, { maxAge: CHOICE_AGE });

/** @returns the cookies of all choices, as browsers send them: `name=value` */
export const viewCookies = async (): Promise<string[]> => {
  const cookies = await Promise.all(articleViews.map(setArticleView));
  return cookies.map(asSent);
};

/** @returns the view of articles that was chosen in this browser, or `null` */
export async function getArticleView(request: Request): Promise<ArticleView | null> {
  const value: unknown = await cookie().parse(request.headers.get("Cookie"));
  return isArticleView(value) ? value : null;
}

/** @returns the `Set-Cookie` header for a choice */
export const setArticleView = (view: ArticleView): Promise<string> => cookie().serialize(view);
