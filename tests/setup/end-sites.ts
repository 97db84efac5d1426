/** After every file: a hook of a module that files share would be run after the first of them only. */
import { afterAll } from "vitest";
import { endSites } from "./started-sites";

afterAll(endSites);
