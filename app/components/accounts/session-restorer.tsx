import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useRootData, useViewer, useViewerMemory } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { removeToken, readToken } from "./stored-token";

/**
 * Verifies the stored token once on start-up: an invalid one is removed silently, a valid
 * one restores the session of a browser without a session cookie. The token is also removed after
 * signing out.
 */
export function SessionRestorer() {
  const viewer = useViewer();
  const { isViewerUnknown, toast } = useRootData();
  const isSignedOutHere = toast?.description === toasts.signedOutHere.description;
  useViewerMemory();
  const { revalidate } = useRevalidator();
  const isSignedIn = viewer !== null;
  const wasSignedIn = useRef(isSignedIn);
  const started = useRef(false);

  useEffect(() => {
    // An unknown viewer (the database is unreachable) has not signed out.
    if (isViewerUnknown) return;
    if (wasSignedIn.current && !isSignedIn) removeToken();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, isViewerUnknown]);

  useEffect(() => {
    // The toast says that the session could not be ended: its token is still valid and would restore the session.
    if (isSignedOutHere) removeToken();
    const token = readToken();
    if (started.current || !token) return;
    started.current = true;
    void verify(token, isSignedIn).then((restored) => {
      if (restored) revalidate();
    });
    // Run only once, with the values of the first render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return null;
}

/** @returns whether the session was restored; without a connection nothing changes */
async function verify(token: string, isSignedIn: boolean): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const verified = await fetch("/api/auth/verify", { headers });
    if (verified.status === 401) removeToken();
    // A session cookie takes precedence over the token.
    if (!verified.ok || isSignedIn) return false;
    return (await fetch("/session/restore", { method: "POST", headers })).ok;
  } catch {
    return false;
  }
}
