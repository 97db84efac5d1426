import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useRootData, useViewer, useViewerMemory } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { readToken, readViewer, removeToken, storeViewer, VIEWER_KEY } from "./stored-token";

/**
 * Verifies the stored token once on start-up: an invalid one is removed silently, a valid one restores the session of
 * a browser without a session cookie. The token is also removed after signing out.
 *
 * Tells the other tabs who is signed in, and loads the page again when another tab tells that this has changed.
 */
export function SessionRestorer() {
  const viewer = useViewer();
  const root = useRootData();
  const { isViewerUnknown, toast } = root;
  const isSignedOutHere = toast?.description === toasts.signedOutHere.description;
  useViewerMemory();
  const { revalidate } = useRevalidator();
  const viewerId = viewer?.id ?? null;
  const isSignedIn = viewer !== null;
  const shownId = useRef(viewerId);
  const isMounted = useRef(false);
  const started = useRef(false);

  useEffect(() => {
    // An unknown viewer (the database is unreachable) has not signed out.
    if (isViewerUnknown) return;
    const isFirst = !isMounted.current;
    isMounted.current = true;
    // The document may be older than a sign-in: kept by the browser, or open for long before its scripts started.
    const mayBeOld = isFirst && (viewerId === null || isFromHistory());
    if (mayBeOld && readViewer() !== viewerId) return revalidate();
    if (shownId.current !== null && viewerId === null) removeToken();
    shownId.current = viewerId;
    storeViewer(viewerId);
    // With each answer of the server, even if the viewer is the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [root]);

  useEffect(() => {
    const check = () => {
      if (readViewer() === shownId.current) return;
      // Nothing of one user may stay on the page of another, such as what is typed into a form.
      if (readViewer() !== null && shownId.current !== null) window.location.reload();
      else revalidate();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === VIEWER_KEY) check();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) check();
    };
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pageshow", onPageShow);
    };
  }, [revalidate]);

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

/** Whether the browser showed the document again without asking the server, or may have. */
const isFromHistory = () =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => (entry as PerformanceNavigationTiming).type === "back_forward");

/** @returns whether the session was restored; without a connection nothing changes */
async function verify(token: string, isSignedIn: boolean): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const verified = await fetch("/api/auth/verify", { headers });
    if (verified.status === 401) removeToken();
    // A session cookie takes precedence over the token.
    if (!verified.ok || isSignedIn) return false;
    const { id } = (await verified.json()) as { id: string };
    const { ok } = await fetch("/session/restore", { method: "POST", headers });
    // The page may redirect when it is loaded again, and its navigation has to load who is signed in, too.
    if (ok) storeViewer(id);
    return ok;
  } catch {
    return false;
  }
}
