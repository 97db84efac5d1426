import { Link } from "@remix-run/react";
import { accountPath, type AccountMode } from "./account-mode";

const words = {
  signin: { question: "Don't have an account?", answer: "Sign up", other: "signup" },
  signup: { question: "Already have an account?", answer: "Sign in", other: "signin" },
} as const;

interface ModeSwitchProps {
  mode: AccountMode;
  /** Where the page of the other mode leads on to. */
  redirectTo: string;
  /** In the dialog the link changes what is shown instead. */
  onSwitch?: (mode: AccountMode) => void;
}

/** From signing in to signing up, and back. */
export function ModeSwitch({ mode, redirectTo, onSwitch }: ModeSwitchProps) {
  const { question, answer, other } = words[mode];
  return (
    <p className="text-base text-muted">
      {question}{" "}
      <Link
        to={accountPath(other, redirectTo)}
        className="link"
        onClick={(event) => {
          if (!onSwitch) return;
          event.preventDefault();
          onSwitch(other);
        }}
      >
        {answer}
      </Link>
    </p>
  );
}
