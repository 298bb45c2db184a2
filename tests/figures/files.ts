import type { Figure, Source } from './figure.ts'
import { isTest } from './figure.ts'

/** Where many files are the point: one for each change of the database, each article, each phone's splash picture. */
const collections = /^(?:server\/db\/migrations|server\/db\/seed\/content|public\/splash)(?:\/|$)/

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

/** How files lie: none too long, no folder too full, none loose beside the server's modules. */
export function fileFigures(files: readonly string[], sources: readonly Source[]): Figure[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  const full = [...counts].filter(([folder, count]) => count > 40 && !collections.test(folder)).sort(([, a], [, b]) => b - a)
  const long = sources
    .map(({ file, text }) => ({ file, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > 400)
    .sort((a, b) => b.lines - a.lines)
  const loose = sources.map(({ file }) => file).filter((file) => folderOf(file) === 'server' && !isTest(file))
  return [
    { what: 'Source files over 400 lines', value: long.length, limit: 0, found: long.map(({ file, lines }) => `${file} (${lines})`) },
    { what: 'Folders over 40 files', value: full.length, limit: 0, found: full.map(([folder, count]) => `${folder} (${count})`) },
    { what: 'Files loose in server/', value: loose.length, limit: 4, found: loose },
  ]
}
