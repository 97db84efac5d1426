/** For every file: a hook of a module that files share would be run in the first of them only. */
import { afterEach } from "vitest";
import { putPagesAway } from "./browser";

afterEach(putPagesAway);
