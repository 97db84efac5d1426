import { Link, useLocation } from "@remix-run/react";
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "~/components/ui/button";
import { redirectTargetIn } from "~/utils/forms/account-forms";
import { accountPath, accountPaths } from "./account-mode";

const load = () => import("./account-dialog");
const AccountDialog = lazy(load);

/** Fetches the dialog's code ahead, for when a pointer or the focus comes near. */
const preload = () => void load().catch(() => {});

interface SignInTriggerProps {
  children?: ReactNode;
  /** A button, or a link within a sentence. */
  variant?: ButtonVariant | "link";
  size?: ButtonSize;
  /** Where to go on to without scripts; this page when left out. */
  redirectTo?: string;
}

/**
 * Opens the dialog in which to sign in or up; underneath it is a link to the page that does the same.
 * On such a page it is that link and nothing more: the form is there already.
 */
export function SignInTrigger({
  children = "Sign In",
  redirectTo,
  variant = "primary",
  size,
}: SignInTriggerProps) {
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");
  const { pathname, search } = useLocation();
  const isThere = Object.values<string>(accountPaths).includes(pathname);
  const here = isThere ? redirectTargetIn(new URLSearchParams(search)) : pathname + search;
  const target = redirectTo ?? here;
  const address = accountPath("signin", target);

  const onClick = (event: MouseEvent) => {
    // Whoever asks for a new tab or window gets the page.
    if (isThere || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Where the dialog cannot be had, as after an upgrade of the site, its page can.
    load().then(
      () => setState("open"),
      () => window.location.assign(address),
    );
  };

  return (
    <>
      <Link
        to={address}
        onClick={onClick}
        onPointerEnter={isThere ? undefined : preload}
        onFocus={isThere ? undefined : preload}
        className={variant === "link" ? "link" : buttonClass({ variant, size })}
      >
        {children}
      </Link>
      {/* Once there it stays, or it could not be seen to close. */}
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
