/** Files that services write outside the database, such as mails, go into the directory of the run. */
import { join } from "node:path";
import { inject } from "vitest";

process.env.DATA_DIR = join(inject("runDirectory"), `data-${process.pid}`);
