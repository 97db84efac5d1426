import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";

interface SampleBadgeProps {
  /** The label, which names what is made up, such as "Sample prices". */
  children?: ReactNode;
  className?: string;
}

/** Marks made-up content. */
export const SampleBadge = ({ children = "Sample", className }: SampleBadgeProps) => (
  <Badge tone="warning" className={className}>
    {children}
  </Badge>
);
