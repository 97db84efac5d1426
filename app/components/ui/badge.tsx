import { clsx } from "clsx";
import type { ReactNode } from "react";
import { markColor } from "./topic-colors";

interface BadgeProps {
  children: ReactNode;
  /** The slug of a category: draws a small mark in its colour. */
  topic?: string;
  tone?: "neutral" | "positive" | "negative" | "warning";
  className?: string;
}

export const Badge = ({ children, topic, tone = "neutral", className }: BadgeProps) => (
  <span
    className={clsx(topic ? ["topic", markColor(topic)] : ["badge", `badge-${tone}`], className)}
  >
    {children}
  </span>
);
