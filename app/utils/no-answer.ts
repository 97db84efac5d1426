import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The status of an act that was never answered: it changed nothing, so nothing is to be read anew. */
export const NO_ANSWER = 504;

/**
 * For a `clientAction`: where a request comes to nothing, what is on the screen stays there, with all
 * that was typed, and is told so. What the server refuses or sends on elsewhere is handed on as it is.
 *
 * @param act calls `serverAction`
 * @param failed gives what the action would have answered
 */
export async function actOrAnswer<Answer>(
  act: () => Promise<Answer>,
  failed: () => unknown,
): Promise<Answer | Response> {
  try {
    return await act();
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return Response.json(await failed(), { status: NO_ANSWER });
  }
}

/**
 * Whether there was no answer, or none of ours: the connection is lost, or something on the way spoke
 * for the server. What the server itself throws is a response, or has a status.
 */
export const isUnanswered = (error: unknown): boolean => error instanceof Error;

/**
 * For the `shouldRevalidate` of a screen: without it a screen is read anew after an act that failed, too,
 * which then has no answer either and takes the screen away.
 */
export const unlessUnanswered: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus !== NO_ANSWER && defaultShouldRevalidate;
