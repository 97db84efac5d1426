import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { storeToken } from "./stored-token";

/** What the actions of the sign-in and sign-up pages return to a fetcher. */
export type AccountResponse =
  | { result: SubmissionResult }
  | { token: string }
  // The URL of the page with the second step.
  | { next: string }
  // Returned by `clientAction` when the server could not be reached.
  | { hasNoResponse: true };

export const NO_RESPONSE = "The site did not respond. Check your connection and try again.";

/**
 * Handles the response to a sign-in through a fetcher: stores the token, or goes to the page of the second step.
 *
 * @param onSignedIn called once the user is signed in
 */
export function useSignedIn(response: AccountResponse | undefined, onSignedIn: () => void): void {
  const onSignedInRef = useRef(onSignedIn);
  useEffect(() => void (onSignedInRef.current = onSignedIn));
  const token = response && "token" in response ? response.token : null;
  const next = response && "next" in response ? response.next : null;
  useEffect(() => {
    if (next) window.location.assign(next);
    if (!token) return;
    storeToken(token);
    onSignedInRef.current();
  }, [token, next]);
}
