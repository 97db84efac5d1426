/** A token bucket: so many at once, and after that so many a second. */
export interface TokenBucket {
  /** Takes one token. @param now in milliseconds @returns whether there was one */
  take(now: number): boolean;
}

/**
 * @param burst how many tokens the bucket holds; it is full at first
 * @param perSecond how many are added each second
 */
export function tokenBucket(burst: number, perSecond: number): TokenBucket {
  let tokens = burst;
  let filledAt: number | null = null;
  return {
    take(now) {
      // A clock that was set back adds nothing, and takes nothing away.
      const seconds = Math.max(0, now - (filledAt ?? now)) / 1000;
      tokens = Math.min(burst, tokens + seconds * perSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
