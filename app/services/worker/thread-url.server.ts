/** The URL of the thread's module; the build replaces it with the URL of the bundle (`vite.config.ts`). */
export const threadUrl = new URL("./thread-from-source.mjs", import.meta.url);
