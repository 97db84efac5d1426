import { useLocation } from "@remix-run/react";
import { clsx } from "clsx";
import { useState, type ReactNode } from "react";
import { Link } from "~/components/ui/link";
import { useViewer } from "~/utils/root-data";

interface UnlessSuspendedProps {
  /** Whether the form holds what was refused, or a draft. */
  holdsText?: boolean;
  className?: string;
  children: ReactNode;
}

/** A form to write. Those who are suspended read in its place that they cannot, unless it was open before. */
export function UnlessSuspended({ holdsText = false, className, children }: UnlessSuspendedProps) {
  const suspension = useViewer()?.suspension;
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState(suspension ? null : pathname);
  if (!suspension && openAt !== pathname) setOpenAt(pathname);
  if (!suspension || holdsText || openAt === pathname) return children;
  return (
    <p className={clsx("text-base text-muted", className)}>
      While your account is suspended, you cannot write here.{" "}
      <Link to={`/moderation/decisions/${suspension.decisionId}`} className="link">
        Read why, and how to appeal
      </Link>
    </p>
  );
}
