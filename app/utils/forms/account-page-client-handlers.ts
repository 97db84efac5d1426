import type {
  ClientActionFunctionArgs,
  ClientLoaderFunctionArgs,
  ShouldRevalidateFunction,
} from "@remix-run/react";
import { isNetworkFailure, withOfflineFallback } from "./offline-fallback";
import { safeRedirect } from "../http/safe-redirect";

/** @returns where to go after signing in or up, from the page's query */
export const redirectTargetIn = (query: URLSearchParams): string =>
  safeRedirect(query.get("redirectTo"));

/**
 * The `clientLoader` of an account page, which the dialog uses too. The loader data is optional: without a connection
 * the form is still shown.
 */
export async function loadAccountForm({ request, serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    const redirectTo = redirectTargetIn(new URL(request.url).searchParams);
    return {
      ...{ redirectTo, constraint: undefined, isUnavailable: false },
      ...{ signUp: undefined, invitation: undefined, stamp: undefined },
    };
  }
}

/** The `clientAction` of an account page: without a connection the form stays as it is and shows an error. */
export const submitAccountForm = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(serverAction, () => ({ hasNoResponse: true }));

/** After signing in or up, the form redirects; revalidating the loader would too. */
export const keepAfterSigningIn: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;
