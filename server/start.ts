/**
 * What `npm start` runs, and what each worker process runs again: a primary process with worker
 * processes that serve the site, or one process alone that does.
 */
import cluster from "node:cluster";
import { availableParallelism } from "node:os";

/** Whether it is one is all that is decided here: the workers check the environment. */
const concurrency = process.env.WEB_CONCURRENCY?.trim() || String(availableParallelism());

if (cluster.isPrimary && concurrency !== "1") await import("./primary");
else await import("./index");
