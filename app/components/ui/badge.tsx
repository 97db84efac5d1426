import { clsx } from "clsx";
import type { ReactNode } from "react";
import { markColor } from "./topic-colors";

const tones = {
  neutral: "badge-neutral",
  positive: "badge-positive",
  negative: "badge-negative",
  warning: "badge-warning",
};

interface BadgeProps {
  children: ReactNode;
  /** The slug of a category: draws a small mark in its colour. */
  topic?: string;
  tone?: keyof typeof tones;
  className?: string;
}

export const Badge = ({ children, topic, tone = "neutral", className }: BadgeProps) => (
  <span className={clsx(topic ? ["topic", markColor(topic)] : ["badge", tones[tone]], className)}>
    {children}
  </span>
);
