import { clsx } from "clsx";

interface SignInUnavailableProps {
  /** What to do meanwhile. */
  children: string;
  className?: string;
}

/** Says that nobody can be signed in just now, and that nobody can tell who is. */
export const SignInUnavailable = ({ children, className }: SignInUnavailableProps) => (
  <p
    role="status"
    className={clsx("border-warning bg-warning-wash px-4 py-3 text-base text-ink", className)}
  >
    <b className="font-medium">Signing in is unavailable just now.</b> {children}
  </p>
);
