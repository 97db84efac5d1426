const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Says when to come back: "Please try again in 42 minutes." It is rounded up, so that whoever comes
 * back then is not too early.
 *
 * @param seconds whole seconds, from 1
 */
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
