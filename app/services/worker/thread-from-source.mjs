/** Starts the thread from its TypeScript, where there is no bundle of it: under commands and tests. */
import { fileURLToPath } from "node:url";

// Tests run in other directories, too. It is read when tsx is imported.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL("../../../tsconfig.json", import.meta.url));
const { register } = await import("tsx/esm/api");
register();
await import("./thread.server.ts");
