// Paths of reads that a write from here has changed, and when.
const writtenMs = new Map<string, number>()

export const noteWritten = (paths: readonly string[]): void => {
  for (const path of paths) writtenMs.set(path, Date.now())
}

/** Whether the worker kept this copy before a write of ours: what it tells is no longer so. */
export const isOvertaken = (path: string, keptAt: number | undefined): boolean =>
  keptAt !== undefined && keptAt <= (writtenMs.get(path) ?? 0)
