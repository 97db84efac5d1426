import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { NavigationProgress } from "~/components/ui/navigation-progress";
import { ToastProvider } from "~/components/ui/toast";
import { accountPaths } from "../accounts/account-mode";
import { SignInUnavailable } from "~/components/accounts/sign-in-unavailable";
import { SessionRestorer } from "../accounts/session-restorer";
import { useRootData, useViewer } from "~/utils/root-data";
import { Footer } from "./footer";
import { Header } from "./header";

/** What stands round every screen. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed start-4 top-2 z-60 -translate-y-20 rounded bg-accent px-4 py-3 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <SessionRestorer />
      <ToastProvider>
        <Header />
        <OutageNote />
        <Main>{children}</Main>
        <Footer />
      </ToastProvider>
    </>
  );
}

/** Where there is a form to sign in by, that says it. */
function OutageNote() {
  const { isViewerUnknown } = useRootData();
  const { pathname } = useLocation();
  if (!isViewerUnknown || Object.values<string>(accountPaths).includes(pathname)) return null;
  return (
    <SignInUnavailable className="border-b text-center print:hidden">
      You can read on; what you have typed stays.
    </SignInUnavailable>
  );
}

function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const isSignedIn = useViewer() !== null;
  const wasSignedIn = useRef(isSignedIn);

  // A page that arrives without a reload leaves the focus on the link that was followed. Whoever
  // listens is taken to where the new page begins, unless that page has put the focus somewhere.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);

  // Whoever signs out and stays on the page has lost the button with which they did.
  useEffect(() => {
    const isLost = wasSignedIn.current && !isSignedIn && document.activeElement === document.body;
    wasSignedIn.current = isSignedIn;
    if (isLost) main.current?.focus({ preventScroll: true });
  }, [isSignedIn]);

  return (
    <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh]">
      {children}
    </main>
  );
}
