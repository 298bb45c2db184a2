// Paths of reads that a write from here has changed, and when.
const lastWriteTimes = new Map<string, number>()

export const recordOwnWrites = (paths: readonly string[]): void => {
  for (const path of paths) lastWriteTimes.set(path, Date.now())
}

/** Whether the worker kept this copy before a write of ours: what it tells is no longer so. */
export const isStaleAfterWrite = (path: string, storedAt: number | undefined): boolean =>
  storedAt !== undefined && storedAt <= (lastWriteTimes.get(path) ?? 0)
