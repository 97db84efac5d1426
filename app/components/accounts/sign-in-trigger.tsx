import { useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "~/components/ui/button";
import { needsScripts } from "~/utils/browser/starts-scripts";
import { redirectTargetIn } from "~/utils/forms/account-page-client-handlers";
import { accountPath, accountPaths } from "./account-mode";

const load = () => import("./account-dialog");
const AccountDialog = lazy(load);

/** Preloads the dialog's code on hover or focus. */
const preload = () => void load().catch(() => {});

interface SignInTriggerProps {
  children?: ReactNode;
  /** A button variant, or a link within a sentence. */
  variant?: ButtonVariant | "link";
  size?: ButtonSize;
  /** Where to go after signing in without JavaScript; defaults to the current page. */
  redirectTo?: string;
}

/** Opens the sign-in dialog. Without JavaScript, and on the account pages, it is a link to the sign-in page. */
export function SignInTrigger({
  children = "Sign In",
  redirectTo,
  variant = "primary",
  size,
}: SignInTriggerProps) {
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");
  const { pathname, search } = useLocation();
  const [lastPage, setLastPage] = useState(pathname);
  // The header's trigger stays when the page changes, and its dialog belongs to the page before.
  if (pathname !== lastPage) {
    setLastPage(pathname);
    if (state === "open") setState("closed");
  }
  const isAccountPage = Object.values<string>(accountPaths).includes(pathname);
  const currentPage = isAccountPage
    ? redirectTargetIn(new URLSearchParams(search))
    : pathname + search;
  const target = redirectTo ?? currentPage;
  const address = accountPath("signin", target);

  const onClick = (event: MouseEvent) => {
    // Let the browser handle clicks that open a new tab or window.
    if (isAccountPage || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // If the dialog's code cannot be loaded, for example after a deployment, go to the page.
    load().then(
      () => setState("open"),
      () => window.location.assign(address),
    );
  };

  return (
    <>
      <Link
        to={address}
        {...(isAccountPage ? {} : needsScripts)}
        onClick={onClick}
        onPointerEnter={isAccountPage ? undefined : preload}
        onFocus={isAccountPage ? undefined : preload}
        className={variant === "link" ? "link" : buttonClass({ variant, size })}
      >
        {children}
      </Link>
      {/* Keep it mounted so that its closing transition can play. */}
      {state === "unopened" ? null : (
        <Suspense fallback={null}>
          <AccountDialog
            open={state === "open"}
            onClose={() => setState("closed")}
            redirectTo={target}
          />
        </Suspense>
      )}
    </>
  );
}
