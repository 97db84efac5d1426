import { clsx } from "clsx";

interface SignInUnavailableProps {
  children: string;
  className?: string;
}

/** Shown while the database is unreachable and no session can be looked up. */
export const SignInUnavailable = ({ children, className }: SignInUnavailableProps) => (
  <p
    role="status"
    className={clsx("border-warning bg-warning-wash px-4 py-3 text-base text-ink", className)}
  >
    <b className="font-medium">Signing in is unavailable just now.</b> {children}
  </p>
);
