import type { ReactNode } from "react";
import { ChevronDownIcon } from "~/components/ui/icons";
import { useIsBlocked } from "~/utils/root-data";

interface UnlessBlockedProps {
  author: string;
  className?: string;
  children: ReactNode;
}

/** What somebody wrote; folded away if the viewer has blocked them. */
export function UnlessBlocked({ author, className, children }: UnlessBlockedProps) {
  if (!useIsBlocked(author)) return children;
  return (
    <details className={className}>
      <summary className="disclosure">
        <ChevronDownIcon className="size-4 transition-transform [[open]>summary>&]:rotate-180" />
        From somebody you blocked
      </summary>
      {children}
    </details>
  );
}
