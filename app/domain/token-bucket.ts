/**
 * A token bucket: allows a burst, and after that a number of requests per second.
 *
 * @param burst how many tokens the bucket holds; it is full at first
 * @param perSecond how many are added each second
 */
export function tokenBucket(burst: number, perSecond: number) {
  let tokens = burst;
  let filledAt: number | null = null;
  return {
    /** Takes one token. @param now in milliseconds @returns whether a token was left */
    take(now: number): boolean {
      // If the clock was set back, no tokens are added or removed.
      const seconds = Math.max(0, now - (filledAt ?? now)) / 1000;
      tokens = Math.min(burst, tokens + seconds * perSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
