/** Registered by every file, because a hook in a module that files share runs after the first file only. */
import { afterAll } from "vitest";
import { endSites } from "./started-sites";

afterAll(endSites);
