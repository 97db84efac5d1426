import { clsx } from "clsx";

/** A placeholder bar, shaped by classes: `<Skeleton className="h-7 w-2/3" />`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx("skeleton block", className ?? "h-4 w-full")} />
);

/** A placeholder card: badge, title, text and footer. */
export function SkeletonCard({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("flex flex-col gap-3 rounded border border-line bg-raised p-5", className)}
    >
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="mt-auto h-4 w-1/2" />
    </div>
  );
}

interface SkeletonCardsProps {
  count: number;
  /** Announced to screen readers. */
  label: string;
  className?: string;
}

export function SkeletonCards({ count, label, className }: SkeletonCardsProps) {
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}
