import { useLocation, useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { SignInUnavailable } from "~/components/accounts/sign-in-unavailable";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import { ToastProvider } from "~/components/ui/toast";
import { announceHydration } from "~/utils/browser/hydrated";
import { useRootData, useViewer } from "~/utils/root-data";
import { accountPaths } from "../accounts/account-mode";
import { SessionRestorer } from "../accounts/session-restorer";
import { Footer } from "./footer";
import { Header } from "./header";

export function Frame({ children }: { children: ReactNode }) {
  useEffect(announceHydration, []);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <SessionRestorer />
      <ToastProvider>
        <SiteBanner />
        <Header />
        <OutageNotice />
        <DeletionNotice />
        <SuspensionNotice />
        <Main>{children}</Main>
        <Footer />
      </ToastProvider>
    </>
  );
}

/** The account pages show this notice in their form. */
function OutageNotice() {
  const { isViewerUnknown } = useRootData();
  const { pathname } = useLocation();
  if (!isViewerUnknown || Object.values<string>(accountPaths).includes(pathname)) return null;
  return (
    <SignInUnavailable className="border-b text-center print:hidden">
      You can keep reading, and nothing you have typed is lost.
    </SignInUnavailable>
  );
}

function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const isSignedIn = useViewer() !== null;
  const wasSignedIn = useRef(isSignedIn);

  // After a client-side navigation the focus is still on the followed link. Move it to the main
  // content for screen readers, unless the new page has already set it.
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);

  // Signing out unmounts the focused logout button.
  useEffect(() => {
    const isFocusLost =
      wasSignedIn.current && !isSignedIn && document.activeElement === document.body;
    wasSignedIn.current = isSignedIn;
    if (isFocusLost) main.current?.focus({ preventScroll: true });
  }, [isSignedIn]);

  return (
    <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh]">
      {children}
    </main>
  );
}

/** It appears after a short delay (`app.css`), so that fast navigations do not flash it. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="navigation-progress print:hidden"
    >
      <div />
    </div>
  );
}

/** Tells users on every page that their account will be deleted: somebody else may have asked for it. */
function DeletionNotice() {
  const deletion = useViewer()?.deletion;
  if (!deletion) return null;
  return (
    <aside
      aria-label="Deletion of your account"
      className="border-b border-warning bg-warning-wash px-4 py-3 text-center text-base text-ink print:hidden"
    >
      <b className="font-medium">Your account will be deleted</b> on{" "}
      <DateTime value={deletion.leavesAt} />
      {deletion.withContent
        ? ", with everything you wrote. "
        : "; what you wrote stays, without your name. "}
      <TextLink to="/settings/data#delete-account">Call it off</TextLink>
    </aside>
  );
}

/** Tells those who are suspended so on every page, with what they can still do. */
function SuspensionNotice() {
  const suspension = useViewer()?.suspension;
  if (!suspension) return null;
  return (
    <aside
      aria-label="Suspension of your account"
      className="border-b border-warning bg-warning-wash px-4 py-3 text-center text-base text-ink print:hidden"
    >
      <b className="font-medium">Your account is suspended</b>{" "}
      {suspension.until ? (
        <>
          until <DateTime value={suspension.until} />
        </>
      ) : (
        "for good"
      )}
      . You can read, export your data and leave, but not write.{" "}
      <TextLink to={`/moderation/decisions/${suspension.decisionId}`}>See why, and appeal</TextLink>
    </aside>
  );
}

/** What the administrators tell everybody. */
function SiteBanner() {
  const { banner } = useRootData();
  if (!banner) return null;
  const isWarning = banner.tone === "warning";
  return (
    <aside
      aria-label="From the administrators"
      className={clsx(
        "border-b px-4 py-2 text-center text-sm text-ink print:hidden",
        isWarning ? "border-warning bg-warning-wash" : "border-line bg-accent-wash",
      )}
    >
      <p dir="auto">{banner.text}</p>
    </aside>
  );
}
