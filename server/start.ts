/**
 * What `npm start` runs, and what each worker process runs again: a primary process with worker
 * processes that serve the site, or one process alone that does.
 */
import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

// V8 would come to allocate the list of each answer's listeners among the objects that live long, and the list would then
// keep the whole request from being collected young. Decided before anything is loaded, since it is not undone.
setFlagsFromString("--no-allocation-site-pretenuring");

/** Whether it is one is all that is decided here: the workers check the environment. */
const concurrency = process.env.WEB_CONCURRENCY?.trim() || String(availableParallelism());

if (cluster.isPrimary && concurrency !== "1") await import("./primary");
else await import("./index");
