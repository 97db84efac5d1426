import { useSyncExternalStore } from "react";

/** Dispatched on the window once the page has hydrated. */
export const HYDRATED_EVENT = "hydrated";

export const announceHydration = (): void => void window.dispatchEvent(new Event(HYDRATED_EVENT));

const subscribe = () => () => {};

/** Whether the page has hydrated: `false` on the server and in the first client render. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
