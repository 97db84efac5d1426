import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Whether the page has hydrated: `false` on the server and in the first client render. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
