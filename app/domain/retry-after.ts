const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** @param seconds at least 1, rounded up to minutes or hours, so that a retry at that time is not too early */
export function describeRetryAfter(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE);
  const hours = Math.ceil(seconds / HOUR);
  const [count, unit] =
    seconds < MINUTE
      ? [seconds, "second"]
      : minutes < HOUR / MINUTE
        ? [minutes, "minute"]
        : [hours, "hour"];
  return `Please try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
