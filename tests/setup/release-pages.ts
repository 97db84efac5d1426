/** Registered by every file, because a hook in a module that files share runs in the first file only. */
import { afterEach } from "vitest";
import { releasePages } from "./browser";

afterEach(releasePages);
