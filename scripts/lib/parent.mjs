/**
 * Ends a process that npm started when npm ends. npm forwards signals, but not if it is killed itself, and a
 * shell between the two may exit on a signal without forwarding it.
 */
const LOOK_MS = 500;

export function exitWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS).unref();
}
