/**
 * The entry point of `npm start` and of each worker process: runs either a primary process, with worker
 * processes that serve the site, or a single process that serves it.
 */
import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

// In percent of the live objects. V8 would let a heap grow to four times their size before it collects garbage: 100 MB
// of pages that were sent long ago.
setFlagsFromString("--heap-growing-percent=40");

// Opens the page of the mails of a demonstration; worker processes inherit it. Never logged.
process.env.OUTBOX_KEY ||= randomBytes(32).toString("base64url");

/** Only whether it is 1 matters here: the workers validate the environment. */
const concurrency = process.env.WEB_CONCURRENCY?.trim() || String(availableParallelism());

if (cluster.isPrimary && concurrency !== "1") await import("./primary");
else await import("./index");
