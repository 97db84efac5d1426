import { useEffect, useState, type ReactNode } from "react";
import { startsScripts } from "~/utils/browser/starts-scripts";

interface AwaitDataProps<Data> {
  /** The value of `deferIfSlow`, or the loader's data. */
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
