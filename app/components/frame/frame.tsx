import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { NavigationProgress } from "~/components/ui/navigation-progress";
import { ToastProvider } from "~/components/ui/toast";
import { TokenKeeper } from "~/components/accounts/token-keeper";
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
      <TokenKeeper />
      <ToastProvider>
        <Header />
        <Main>{children}</Main>
        <Footer />
      </ToastProvider>
    </>
  );
}

function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);

  // A page that arrives without a reload leaves the focus on the link that was followed. Whoever
  // listens is taken to where the new page begins, unless that page has put the focus somewhere.
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main ref={main} id="main" tabIndex={-1} className="min-h-[60vh]">
      {children}
    </main>
  );
}
