/** At most `burst` at once, and after that `perSecond`. */
export interface TokenBucketRate {
  burst: number
  perSecond: number
}

export interface TokenBucketResult {
  /** Seconds until there is a token again, at least one; 0 where one was taken. */
  waitSeconds: number
  /** Whole tokens that are left. */
  left: number
  /** Seconds until all are there again, if nobody takes any. */
  fullSeconds: number
}

const maxKeys = 50_000

/** Token buckets by key: who waits long enough has the whole burst again. What is refused takes nothing. Memory is bounded. */
export function createTokenBuckets({ burst, perSecond }: TokenBucketRate): { take(key: string, nowMs: number): TokenBucketResult } {
  // In the order of their last use, so that those that may be full again are found first.
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  return {
    take(key, nowMs) {
      const known = buckets.get(key)
      const passedSeconds = known ? Math.max(0, nowMs - known.atMs) / 1_000 : Infinity
      const there = known ? Math.min(burst, known.tokens + passedSeconds * perSecond) : burst
      const tokens = there >= 1 ? there - 1 : there
      buckets.delete(key)
      if (buckets.size >= maxKeys) dropOldest(buckets, maxKeys / 10)
      buckets.set(key, { tokens, atMs: nowMs })
      return {
        waitSeconds: there >= 1 ? 0 : Math.max(1, Math.ceil((1 - there) / perSecond)),
        left: Math.floor(tokens),
        fullSeconds: Math.ceil((burst - tokens) / perSecond),
      }
    },
  }
}

function dropOldest(buckets: Map<string, unknown>, count: number): void {
  for (const key of buckets.keys()) {
    if (count-- <= 0) return
    buckets.delete(key)
  }
}
