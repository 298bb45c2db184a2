import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'

const sources = [
  'src/**/*.{ts,tsx,css}',
  'sw/*.ts',
  'locales/*/*.po',
  'public/**/*.*',
  'server/build/*.ts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** The same source gives the same id, so that an unchanged build asks nobody to update. */
export async function resolveBuildId(): Promise<string> {
  if (process.env['FAIRLEAD_BUILD']) return process.env['FAIRLEAD_BUILD']
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(sources)) if (!/\.test\.|routeTree\.gen/.test(file)) files.push(file)
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}
