import { Await } from "@remix-run/react";
import { Suspense, type ReactNode } from "react";

interface AwaitDataProps<Data> {
  /** The value of `deferIfSlow`, or the loader's data. */
  data: Data | Promise<Data>;
  /** Shown while the data is loading, in the shape of the content. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders its children once the data has arrived, and a skeleton until then. */
export const AwaitData = <Data,>({ data, skeleton, children }: AwaitDataProps<Data>) => (
  <Suspense fallback={skeleton}>
    <Await resolve={data}>{(resolved) => children(resolved as Data)}</Await>
  </Suspense>
);
