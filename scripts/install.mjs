/** Installs missing packages, and does nothing else. */
import "./lib/node-version.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { main } from "./lib/project.mjs";

await main(ensureInstalled);
