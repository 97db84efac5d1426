/**
 * A process started by npm ends with it. npm hands signals on, but not when it is killed itself,
 * and a shell between the two may die of a signal without handing it on.
 */
const LOOK_MS = 500;

export function followParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS).unref();
}
