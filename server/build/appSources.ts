import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The app's sources, as paths from the root, and what leads from one to another. */
interface Sources {
  /** What comes with these at once. */
  importedFrom(files: readonly string[]): ReadonlySet<string>

  /** What is imported from there, at once or later, but for what comes with words of its own. */
  reachedFrom(files: readonly string[]): ReadonlySet<string>
  textOf(file: string): string
  /** Part → file of each import that comes with words of its own. */
  comingWithWords(file: string): [part: string, target: string][]
}

interface Leads {
  imported: string[]
  fetched: string[]
  withWords: [part: string, target: string][]
}

/** Reads them where the project stands. */
export function readAppSourceGraph(root: string): Sources {
  const aliases = Object.entries(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
  )
  const known = new Map<string, Leads>()
  const read = (file: string): Leads => {
    const before = known.get(file)
    if (before) return before
    const source = /\.tsx?$/.test(file) ? readFileSync(join(root, file), 'utf8') : ''
    const at = (name: string): string[] => {
      const target = name.startsWith('.') ? join(dirname(file), name) : fromAlias(aliases, name)
      return target !== undefined && existsSync(join(root, target)) ? [normalize(target)] : []
    }
    const found: Leads = {
      // A file of calls is carried without what its schemas need (leanContract.ts).
      imported: file.startsWith('src/contract/calls/') ? [] : importedBy(source).flatMap(at),
      fetched: fetchedBy(source).flatMap(at),
      withWords: wordedBy(source).flatMap(([part, name]) => at(name).map((target): [string, string] => [part, target])),
    }
    known.set(file, found)
    return found
  }
  const follow = (files: readonly string[], next: (leads: Leads) => readonly string[]): ReadonlySet<string> => {
    const reached = new Set<string>()
    const visit = (file: string): void => {
      if (reached.has(file)) return
      reached.add(file)
      next(read(file)).forEach(visit)
    }
    files.forEach(visit)
    return reached
  }
  return {
    importedFrom: (files) => follow(files, ({ imported }) => imported),
    reachedFrom: (files) => follow(files, ({ imported, fetched }) => [...imported, ...fetched]),
    textOf: (file) => readFileSync(join(root, file), 'utf8'),
    comingWithWords: (file) => read(file).withWords,
  }
}

/** What a source imports at once; types are gone by then. */
const importedBy = (source: string): string[] =>
  [...source.matchAll(/(?:^|\n)(?:import|export)\s(?!type\b)(?:([^'"=();]*?)\bfrom\s)?['"]([^'"]+)['"]/g)].flatMap(
    ([, names, name = '']) => (names !== undefined && /^\{(\s*type [\w ]+,?)+\s*\}\s*$/.test(names) ? [] : name),
  )

/** What a source fetches later without words of its own; naming its type fetches nothing. */
const fetchedBy = (source: string): string[] =>
  [...source.matchAll(/(?<!withWords\('[\w.-]+', \(\) => )(?<!\btypeof )\bimport\('([^']+)'\)/g)].flatMap(([, name]) => name ?? [])

const wordedBy = (source: string): [string, string][] =>
  [...source.matchAll(/withWords\('([\w.-]+)', \(\) => import\('([^']+)'\)/g)].map(([, part = '', name = '']) => [part, name])

function fromAlias(aliases: readonly [string, string][], name: string): string | undefined {
  for (const [alias, target] of aliases) {
    if (alias === name) return target
    const prefix = alias.replace('*', '')
    if (alias.endsWith('*') && name.startsWith(prefix)) return target.replace('*', name.slice(prefix.length))
  }
  return undefined
}
