/** Starts the thread from its TypeScript source when there is no bundle: in command-line scripts and tests. */
import { fileURLToPath } from "node:url";

// Set explicitly, because tests run in other directories too. tsx reads it when it is imported.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL("../../../tsconfig.json", import.meta.url));
const { register } = await import("tsx/esm/api");
register();
await import("./thread.server.ts");
