import { Await } from "@remix-run/react";
import { Suspense, type ReactNode } from "react";

interface LoadedProps<Data> {
  /** What `soonOrLater` gave, or the server. */
  data: Data | Promise<Data>;
  /** In the shape of what comes. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a screen that is drawn when its data has come, and is a skeleton until then. */
export const AwaitData = <Data,>({ data, skeleton, children }: LoadedProps<Data>) => (
  <Suspense fallback={skeleton}>
    <Await resolve={data}>{(arrived) => children(arrived as Data)}</Await>
  </Suspense>
);
