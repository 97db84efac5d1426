/**
 * The project's own Vite configuration, but built into another directory, so that `build/` is only
 * ever replaced by a build that is complete. The Remix options are one object, shared by this file
 * and vite.config.ts; it is changed before vite.config.ts reads it.
 */
import remixOptions from "../../remix.config.js";

const directory = process.env.STAGED_BUILD_DIRECTORY;
if (!directory) throw new Error("STAGED_BUILD_DIRECTORY is not set; use `npm run build`.");
remixOptions.buildDirectory = directory;

const { default: config } = await import("../../vite.config");
export default config;
