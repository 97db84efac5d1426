import { Link, useFetcher, useLocation } from "@remix-run/react";
import { useState, type MouseEvent, type ReactNode } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "~/components/ui/button";
import { LazyDialog, preloadDialog } from "~/components/ui/lazy-dialog";
import { AccountForm, type AccountMode, type Constraint } from "./account-form";
import { ModeSwitch } from "./mode-switch";

const titles = { signin: "Sign In", signup: "Create an account" } as const;
const paths = { signin: "/login", signup: "/signup" } as const;

interface SignInTriggerProps {
  children?: ReactNode;
  /** A button, or a link within a sentence. */
  variant?: ButtonVariant | "link";
  size?: ButtonSize;
  /** Where to go on to without scripts; this page when left out. */
  redirectTo?: string;
}

/** Opens the dialog in which to sign in or up; underneath it is a link to the page that does the same. */
export function SignInTrigger({
  children = "Sign In",
  redirectTo,
  variant = "primary",
  size,
}: SignInTriggerProps) {
  const [mode, setMode] = useState<AccountMode>("signin");
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const constraints = useFetcher<{ constraint: Constraint }>();
  const target = redirectTo ?? pathname + search;
  const linkTo = (to: AccountMode) => `${paths[to]}?${new URLSearchParams({ redirectTo: target })}`;

  const show = (to: AccountMode) => {
    setMode(to);
    constraints.load(paths[to]);
  };
  const onClick = (event: MouseEvent) => {
    // Whoever asks for a new tab or window gets the page.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show("signin");
    setOpen(true);
  };

  return (
    <>
      <Link
        to={linkTo("signin")}
        onClick={onClick}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        className={variant === "link" ? "link" : buttonClass({ variant, size })}
      >
        {children}
      </Link>
      <LazyDialog open={open} onClose={() => setOpen(false)} title={titles[mode]}>
        {/* The dialog may stand inside another form's tree, which is not to hear of this one. */}
        <div className="grid gap-5" onSubmit={(event) => event.stopPropagation()}>
          <AccountForm
            key={mode}
            mode={mode}
            redirectTo={target}
            constraint={constraints.data?.constraint}
            onSignedIn={() => setOpen(false)}
          />
          <ModeSwitch mode={mode} linkTo={linkTo} onSwitch={show} />
        </div>
      </LazyDialog>
    </>
  );
}
