import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page has come alive: `false` on the server and in the first render in the browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
