/** The paths of the files of the sign-in dialog, of which some are part of no page; the build adds them (`vite.config.ts`). */
export const dialogFiles: readonly string[] = [];
