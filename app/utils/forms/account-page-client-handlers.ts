import { isNetworkFailure, withOfflineFallback } from "./offline-fallback";
import { safeRedirect } from "../http/safe-redirect";

/** @returns where to go after signing in or up, from the page's query */
export const redirectTargetIn = (query: URLSearchParams): string =>
  safeRedirect(query.get("redirectTo"));

/**
 * For the `clientLoader` of an account page, which the dialog uses too. The loader data is
 * optional: without a connection the form is still shown.
 */
export async function loadAccountForm<Page extends object>(
  request: Request,
  load: () => Promise<Page>,
): Promise<Page | { redirectTo: string; constraint: undefined; isUnavailable: false }> {
  try {
    return await load();
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    const { searchParams } = new URL(request.url);
    const redirectTo = redirectTargetIn(searchParams);
    return { redirectTo, constraint: undefined, isUnavailable: false };
  }
}

/** For the `clientAction` of an account page: without a connection the form stays as it is and shows an error. */
export const submitAccountForm = <Result>(
  submit: () => Promise<Result>,
): Promise<Result | Response> => withOfflineFallback(submit, () => ({ hasNoResponse: true }));
