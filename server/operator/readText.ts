import { readFileSync } from 'node:fs'
import { StaffError } from './staffError.ts'

/** What a file that staff named holds. Refuses (usage) one that cannot be read. */
export function readStaffTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StaffError('usage', `${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
