import { useEffect, useState, type ReactNode } from "react";
import { startsScripts } from "~/utils/browser/starts-scripts";
import { clsx } from "clsx";

interface AwaitDataProps<Data> {
  data: Data | Promise<Data>;
  /** Shown while the data is loading, in the shape of the content. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Renders its children once the data has arrived, and a skeleton until then. If the promise is rejected, the error
 * is thrown to the nearest error boundary.
 *
 * It does not suspend: a Suspense boundary is hydrated later than the page around it, and if that page changes
 * first, text that the user has already typed within the boundary is lost.
 */
export function AwaitData<Data>({ data, skeleton, children }: AwaitDataProps<Data>) {
  const state = useSettled(data);
  if (state.status === "rejected") throw state.reason;
  if (state.status === "fulfilled") return children(state.value);
  return (
    <>
      <span hidden {...startsScripts} />
      {skeleton}
    </>
  );
}

type Settled<Data> = PromiseSettledResult<Data> & { promise: Promise<Data> };

function useSettled<Data>(
  data: Data | Promise<Data>,
): PromiseSettledResult<Data> | { status: "pending" } {
  const [settled, setSettled] = useState<Settled<Data>>();
  useEffect(() => {
    if (!(data instanceof Promise)) return undefined;
    let isCurrent = true;
    void Promise.allSettled([data]).then(([result]) => {
      if (isCurrent) setSettled({ ...result, promise: data });
    });
    return () => void (isCurrent = false);
  }, [data]);
  if (!(data instanceof Promise)) return { status: "fulfilled", value: data };
  return settled?.promise === data ? settled : { status: "pending" };
}

/** A placeholder bar, shaped by classes: `<Skeleton className="h-7 w-2/3" />`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx("skeleton block", className ?? "h-4 w-full")} />
);

const SkeletonCard = () => (
  <div aria-hidden="true" className="flex flex-col gap-3 rounded border border-line bg-raised p-5">
    <Skeleton className="h-4 w-24" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-2/3" />
    <Skeleton className="mt-auto h-4 w-1/2" />
  </div>
);

interface SkeletonCardsProps {
  count: number;
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
