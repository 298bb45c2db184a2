import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedUpload } from '../../uploads/files.ts'

const ending: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Writes opened pictures into a folder that only this member of staff can read; gives their paths. */
export function saveOpenedPictures(folder: string, id: string, opened: readonly OpenedUpload[]): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return opened.map(({ type, bytes }, at) => {
    const path = join(folder, `${id}-${at + 1}.${ending[type] ?? 'bin'}`)
    writeFileSync(path, bytes, { mode: 0o600 })
    return path
  })
}
