import { Link } from "~/components/ui/link";
import { accountPath, type AccountMode } from "./account-mode";

const labels = {
  signin: { question: "Don't have an account?", linkLabel: "Sign up", otherMode: "signup" },
  signup: { question: "Already have an account?", linkLabel: "Sign in", otherMode: "signin" },
} as const;

interface ModeSwitchProps {
  mode: AccountMode;
  /** Where the other page redirects to after signing in or up. */
  redirectTo: string;
  /** Called instead of following the link; the dialog switches its form. */
  onSwitch?: (mode: AccountMode) => void;
}

/** Switches between signing in and signing up. */
export function ModeSwitch({ mode, redirectTo, onSwitch }: ModeSwitchProps) {
  const { question, linkLabel, otherMode } = labels[mode];
  return (
    <p className="text-base text-muted">
      {question}{" "}
      <Link
        to={accountPath(otherMode, redirectTo)}
        className="link"
        onClick={(event) => {
          if (!onSwitch) return;
          event.preventDefault();
          onSwitch(otherMode);
        }}
      >
        {linkLabel}
      </Link>
    </p>
  );
}
