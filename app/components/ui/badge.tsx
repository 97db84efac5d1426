import { clsx } from "clsx";
import type { ReactNode } from "react";
import { hueMark, type Hue } from "./topic-colors";

type Tone = "neutral" | "positive" | "negative" | "warning";

const tones: Record<Tone, string> = {
  neutral: "badge-neutral",
  positive: "badge-positive",
  negative: "badge-negative",
  warning: "badge-warning",
};

interface BadgeProps {
  children: ReactNode;
  /** Draws a small mark in a topic's colour. */
  hue?: Hue;
  tone?: Tone;
  className?: string;
}

export function Badge({ children, hue, tone = "neutral", className }: BadgeProps) {
  if (hue) return <span className={clsx("topic", hueMark[hue], className)}>{children}</span>;
  return <span className={clsx("badge", tones[tone], className)}>{children}</span>;
}
