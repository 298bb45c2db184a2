import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** More than a whole run of tests holds at once. */
const roomBytes = 8 * 2 ** 30

/**
 * The folder for the files of tests and their databases: in memory where the system has such a folder and room in it, for to copy and drop a
 * database for each test takes eight times as long on a disk. Otherwise the system's own for temporary files.
 */
export function temporaryFolder(): string {
  if (tmpdir().startsWith(inMemory) || !existsSync(inMemory) || process.availableMemory() < roomBytes) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize < roomBytes ? tmpdir() : inMemory
}
