/**
 * The project's own Vite configuration with another output directory, so that `build/` is only replaced by a
 * complete build. This file and vite.config.ts share one object of Remix options, which is changed here before
 * vite.config.ts reads it.
 */
import remixOptions from "../../remix.config.js";

const directory = process.env.STAGED_BUILD_DIRECTORY;
if (!directory) throw new Error("STAGED_BUILD_DIRECTORY is not set; use `npm run build`.");
remixOptions.buildDirectory = directory;

const { default: config } = await import("../../vite.config");
export default config;
