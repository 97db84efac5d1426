/** Registered by every file before its own hooks: a file that opens a database of its own finds none open. */
import { beforeAll } from "vitest";
import { shared } from "./shared-database";

shared.isWanted = false;
beforeAll(async () => {
  if (!shared.isWanted) await shared.close?.();
});
