import { clsx } from "clsx";
import type { ReactNode } from "react";
import { hueGround, type Hue } from "./topic-colors";

type Tone = "neutral" | "positive" | "negative" | "warning";

const tones: Record<Tone, string> = {
  neutral: "border-line text-muted",
  positive: "border-positive bg-positive-wash text-positive",
  negative: "border-negative bg-negative-wash text-negative",
  warning: "border-warning bg-warning-wash text-warning",
};

interface BadgeProps {
  children: ReactNode;
  /** Draws a small mark in a topic's colour. */
  hue?: Hue;
  tone?: Tone;
  className?: string;
}

export function Badge({ children, hue, tone = "neutral", className }: BadgeProps) {
  if (hue)
    return (
      <span className={clsx("inline-flex items-center gap-1.5 text-sm font-medium", className)}>
        <span aria-hidden="true" className={clsx("h-3.5 w-[3px] rounded-full", hueGround[hue])} />
        {children}
      </span>
    );
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-sm border px-2 py-px text-sm font-medium",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
