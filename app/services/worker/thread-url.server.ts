/** Where the thread's module is; the build puts the address of its bundle here (`vite.config.ts`). */
export const threadUrl = new URL("./thread-from-source.mjs", import.meta.url);
