/** Keeps screens usable when the server does not respond: there is no connection, or a proxy responds instead. */
import {
  useLocation,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import isNetworkError from "is-network-error";
import { useEffect } from "react";
import { messagesOf, type FormIntent } from "./form-messages";
import { type FormResult } from "./form-result";
import { SCHEME_ACTION } from "../theme/color-scheme";

/** Status of a form post that got no response. */
const NO_RESPONSE = 504;

/**
 * Whether a request got no response. Server errors are thrown as responses or have a status; an `Error` comes from
 * the browser (no connection) or from Remix (a response that is not this site's).
 */
export const isNetworkFailure = (error: unknown): error is Error => error instanceof Error;

/** Thrown when a file of this site cannot be fetched. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Whether an error caught by an error boundary means a lost connection; others are bugs. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  isNetworkError(error) ||
  // A proxy's error page is not Remix data.
  (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));

/** @returns a sentence about why there was no response */
export const connectionErrorMessage = (): string =>
  navigator.onLine
    ? "The site did not respond. Please try again in a moment."
    : "You seem to be offline. Please try again when you are connected.";

/**
 * For a `clientAction`: runs `submit`, which calls `serverAction`. Without a response it returns
 * `fallback`, so that the page keeps everything typed.
 */
export async function withOfflineFallback<Result>(
  submit: () => Promise<Result>,
  fallback: () => unknown,
): Promise<Result | Response> {
  try {
    return await submit();
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return Response.json(await fallback(), { status: NO_RESPONSE });
  }
}

/**
 * The `clientAction` of a page whose action is a `formAction`.
 * @param defaultIntent the intent of a form that names none
 */
export const formClientAction =
  (defaultIntent?: FormIntent) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const copy = request.clone();
    return withOfflineFallback(
      () => serverAction<FormResult>(),
      async () => offlineResult(await copy.formData(), defaultIntent),
    );
  };

function offlineResult(form: FormData, defaultIntent?: FormIntent): FormResult {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const intent = (text("intent") || defaultIntent) as FormIntent;
  const { failed, failsQuietly, itemField } = messagesOf(intent);
  const { title, description } = failed;
  const prefix = failsQuietly && title !== "Error" ? "" : `${description.replace(/\.$/, "")}. `;
  const message = prefix + connectionErrorMessage();
  return {
    intent,
    article: text("article") || undefined,
    item: itemField && text(itemField),
    formError: { kind: "offline", title, message },
    toast: failsQuietly ? undefined : failed,
  };
}

/**
 * For `shouldRevalidate`: skips revalidation after a form post with one of these statuses, and after a change of the
 * colour scheme, which affects no loader.
 */
const skipRevalidationAfter =
  (...statuses: number[]): ShouldRevalidateFunction =>
  ({ formAction, actionStatus, defaultShouldRevalidate }) =>
    !statuses.includes(actionStatus ?? 0) &&
    formAction !== SCHEME_ACTION &&
    defaultShouldRevalidate;

/** Statuses of a form post that got no response, or met an unreachable database: loading would fail too. */
const OFFLINE = [NO_RESPONSE, 503];

export const skipRevalidationWhenOffline = skipRevalidationAfter(...OFFLINE);

/** Also when the session has ended: the loaders would redirect to the sign-in page, and what was typed would be lost. */
export const keepPageWhenSignedOut = skipRevalidationAfter(...OFFLINE, 401);

/** Also when the form's article has been removed: the form would disappear with it, and what was typed with the form. */
export const keepPageWhenArticleGone = skipRevalidationAfter(...OFFLINE, 404, 410);

/** The loader data a screen is showing, and its URL. */
interface ShownData {
  address: string;
  data: unknown;
}

const shownDataByScreen = new Map<string, ShownData>();

/**
 * Remembers a screen's loader data while it is mounted, for `loadOrShowLast`. This includes data
 * from the document, which no `clientLoader` has loaded.
 */
export function useRememberedData(screen: string, data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shownDataByScreen.set(screen, { address: pathname + search, data });
    return () => void shownDataByScreen.delete(screen);
  }, [screen, pathname, search, data]);
}

/**
 * For a `clientLoader`: without a response, a revalidation keeps the data already shown.
 * @param request the loader's, or `null` if the data is the same for every URL
 * @throws the error of `load` if nothing is shown for this URL
 */
export async function loadOrShowLast<Data>(
  screen: string,
  request: Request | null,
  load: () => Promise<Data>,
): Promise<Data> {
  try {
    return await load();
  } catch (error) {
    const last = shownDataByScreen.get(screen);
    const isSameUrl = request === null || last?.address === addressOf(request);
    if (isNetworkFailure(error) && last && isSameUrl) return last.data as Data;
    throw error;
  }
}

const addressOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Like `loadOrShowLast`, with `fallback` for screens that can render without data. */
export async function loadOrFallback<Data>(
  screen: string,
  request: Request,
  load: () => Promise<Data>,
  fallback: () => Data,
): Promise<Data> {
  try {
    return await loadOrShowLast(screen, request, load);
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return fallback();
  }
}
