import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";

interface SampleBadgeProps {
  /** What exactly was made up: "Sample prices". */
  children?: ReactNode;
  className?: string;
}

/** Marks what was made up to show how the page looks. */
export const SampleBadge = ({ children = "Sample", className }: SampleBadgeProps) => (
  <Badge tone="warning" className={className}>
    {children}
  </Badge>
);
