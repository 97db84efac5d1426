import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { NavigationProgress } from "~/components/ui/navigation-progress";
import { ToastProvider } from "~/components/ui/toast";
import { accountPaths } from "../accounts/account-mode";
import { SignInUnavailable } from "~/components/accounts/sign-in-unavailable";
import { SessionRestorer } from "../accounts/session-restorer";
import { announceHydration } from "~/utils/browser/hydrated";
import { useRootData, useViewer } from "~/utils/root-data";
import { DeletionNotice } from "./deletion-notice";
import { Footer } from "./footer";
import { Header } from "./header";

/** The header, footer and toasts around every screen. */
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
        <Header />
        <OutageNotice />
        <DeletionNotice />
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
