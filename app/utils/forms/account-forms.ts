import { isNoAnswer, withOfflineFallback } from "./offline-fallback";
import { safeRedirect } from "../http/safe-redirect";

/** @returns where somebody wanted to go on to who was sent to sign in or up, by that page's query */
export const redirectTargetIn = (query: URLSearchParams): string =>
  safeRedirect(query.get("redirectTo"));

/**
 * For the `clientLoader` of an account page, which is also what the dialog asks: what the server knows of
 * the fields is a help and no more, so that without an answer the form is there all the same.
 */
export async function readForForm<Page extends object>(
  request: Request,
  read: () => Promise<Page>,
): Promise<Page | { redirectTo: string; constraint: undefined; isUnavailable: false }> {
  try {
    return await read();
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    const { searchParams } = new URL(request.url);
    const redirectTo = redirectTargetIn(searchParams);
    return { redirectTo, constraint: undefined, isUnavailable: false };
  }
}

/** For its `clientAction`: the form stays as it is, and says that there was no answer. */
export const actWithForm = <Answer>(act: () => Promise<Answer>): Promise<Answer | Response> =>
  withOfflineFallback(act, () => ({ isUnanswered: true }));
