// Paths of reads that a write from here has changed, and when.
const lastWriteTimes = new Map<string, number>()

export const markReadsStaleAfterWrite = (paths: readonly string[]): void => {
  for (const path of paths) lastWriteTimes.set(path, Date.now())
}

/**
 * Whether a write from here changed this read after `storedAt` (epoch ms), when a copy was stored or asked for: what the copy tells is no
 * longer so. False for what is no copy, without `storedAt`.
 */
export const isStaleAfterWrite = (path: string, storedAt: number | undefined): boolean =>
  storedAt !== undefined && storedAt <= (lastWriteTimes.get(path) ?? 0)
