import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useRootData, useViewer, useViewerMemory } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { dropToken, storedToken } from "./stored-token";

/**
 * Verifies a stored token when the page starts: one that is worth nothing is removed silently, one that
 * is good gives a browser without a session its session back. After signing out it is removed.
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
    // Who cannot be looked up just now has not signed out.
    if (isViewerUnknown) return;
    if (wasSignedIn.current && !isSignedIn) dropToken();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, isViewerUnknown]);

  useEffect(() => {
    // The token is still good then, and would sign in again whoever has just signed out.
    if (isSignedOutHere) dropToken();
    const token = storedToken();
    if (started.current || !token) return;
    started.current = true;
    void verify(token, isSignedIn).then((restored) => {
      if (restored) revalidate();
    });
    // Only once, with what was there at the start.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return null;
}

/** @returns whether the browser has its session back; without a network nothing is decided */
async function verify(token: string, isSignedIn: boolean): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const verified = await fetch("/api/auth/verify", { headers });
    if (verified.status === 401) dropToken();
    // The cookie's user stands, if there is one.
    if (!verified.ok || isSignedIn) return false;
    return (await fetch("/session/restore", { method: "POST", headers })).ok;
  } catch {
    return false;
  }
}
