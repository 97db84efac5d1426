import { useLocation } from "@remix-run/react";
import { clsx } from "clsx";
import { useState, type ReactNode } from "react";
import { TextLink } from "~/components/ui/link";
import { useViewer } from "~/utils/root-data";

interface UnlessSuspendedProps {
  /** Whether the form holds a draft or a text that was refused, which must not be lost. */
  holdsText?: boolean;
  className?: string;
  children: ReactNode;
}

/** Shows the suspended a sentence in place of a form, unless the form was open before they were suspended. */
export function UnlessSuspended({ holdsText = false, className, children }: UnlessSuspendedProps) {
  const suspension = useViewer()?.suspension;
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState(suspension ? null : pathname);
  if (!suspension && openAt !== pathname) setOpenAt(pathname);
  if (!suspension || holdsText || openAt === pathname) return children;
  return (
    <p className={clsx("text-base text-muted", className)}>
      While your account is suspended, you cannot write here.{" "}
      <TextLink to={`/moderation/decisions/${suspension.decisionId}`}>
        Read why, and how to appeal
      </TextLink>
    </p>
  );
}
