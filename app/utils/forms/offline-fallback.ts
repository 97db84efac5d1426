/** What a screen does in the browser where the server gives no answer: the connection is lost, or a proxy answers in its place. */
import {
  useLocation,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import isNetworkError from "is-network-error";
import { useEffect } from "react";
import { messagesOf, type FormIntent, type FormResult } from "./form-result";
import { SCHEME_ACTION } from "../theme/color-scheme";
import { toasts } from "../toasts/toasts";

/** The status of a form that was never answered. */
const NO_ANSWER = 504;

/**
 * Whether a request came to nothing. What the server refuses is a response, or has a status; an error is
 * the browser's own (there is no connection), or Remix's (what came is not from this site).
 */
export const isNoAnswer = (error: unknown): error is Error => error instanceof Error;

/** What is thrown for a file of this site that the browser cannot get. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/**
 * Whether an error that has reached a screen says that there was no answer; other errors are faults of
 * the screen itself.
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  isNetworkError(error) ||
  // What a proxy answers in place of the site is no data of Remix's.
  (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));

/** @returns what is known about why there was no answer, in a sentence */
export const noAnswerReason = (): string =>
  navigator.onLine
    ? "There was no answer from the site. Please try again in a moment."
    : "You seem to be offline. Please try again when you are connected.";

/**
 * For a `clientAction`: does `act`, which calls `serverAction`, and where there is no answer gives
 * `fallback` instead, so that the page stays as it is with everything typed.
 */
export async function withOfflineFallback<Answer>(
  act: () => Promise<Answer>,
  fallback: () => unknown,
): Promise<Answer | Response> {
  try {
    return await act();
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    return Response.json(await fallback(), { status: NO_ANSWER });
  }
}

/**
 * The `clientAction` of a page whose action is a `formAction`.
 *
 * @param defaultIntent what a form is that names no intent
 */
export const formClientAction =
  (defaultIntent?: FormIntent) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const copy = request.clone();
    return withOfflineFallback(
      () => serverAction<FormResult>(),
      async () => unansweredForm(await copy.formData(), defaultIntent),
    );
  };

function unansweredForm(form: FormData, defaultIntent?: FormIntent): FormResult {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const intent = (text("intent") || defaultIntent) as FormIntent;
  const { failed, failsQuietly } = messagesOf(intent);
  const { title, description } = toasts[failed];
  const words = failsQuietly && title !== "Error" ? "" : `${description.replace(/\.$/, "")}. `;
  const message = words + noAnswerReason();
  return {
    intent,
    article: text("article") || undefined,
    refusal: { kind: "offline", title, message },
    toast: failsQuietly ? undefined : failed,
  };
}

/** The status of a form that the server could not act on, since the database is away. */
const UNAVAILABLE = 503;

/**
 * For the `shouldRevalidate` of a screen: nothing has changed where a form was not answered, or could not
 * be acted on, and reading the screen anew would come to nothing either. Another colour scheme changes
 * nothing that a screen reads.
 */
export const skipRevalidationWhenOffline: ShouldRevalidateFunction = ({
  formAction,
  actionStatus,
  defaultShouldRevalidate,
}) =>
  actionStatus !== NO_ANSWER &&
  actionStatus !== UNAVAILABLE &&
  formAction !== SCHEME_ACTION &&
  defaultShouldRevalidate;

/** What a screen shows, and for which address. */
interface Shown {
  address: string;
  data: unknown;
}

const shown = new Map<string, Shown>();

/**
 * Remembers what a screen shows for as long as it does, for `loadOrKeep`: also what came with the
 * document, which no `clientLoader` has loaded.
 *
 * @param screen names the route
 */
export function useKeptData(screen: string, data: unknown): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shown.set(screen, { address: pathname + search, data });
    return () => void shown.delete(screen);
  }, [screen, pathname, search, data]);
}

/**
 * For a `clientLoader`: where there is no answer, what is only read anew stays as it is shown.
 *
 * @param screen as `useKeptData` has it
 * @param read calls `serverLoader`
 * @throws what `read` throws, where nothing is shown of this address
 */
export async function loadOrKeep<Data>(
  screen: string,
  request: Request,
  read: () => Promise<Data>,
): Promise<Data> {
  try {
    return await read();
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    const last = shown.get(screen);
    if (isNoAnswer(error) && last?.address === pathname + search) return last.data as Data;
    throw error;
  }
}

/** The same for a screen that has something to show where nothing could be read: `fallback`. */
export async function loadOrFallback<Data>(
  screen: string,
  request: Request,
  read: () => Promise<Data>,
  fallback: () => Data,
): Promise<Data> {
  try {
    return await loadOrKeep(screen, request, read);
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    return fallback();
  }
}
