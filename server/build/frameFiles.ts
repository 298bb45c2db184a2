import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Where the app begins, and the folders whose parts it may fetch and draw before any screen but home is asked for. */
const beginning = 'src/main.tsx'
const near = ['src/app/', 'src/screens/home/']

/**
 * The app's sources that are drawn with the words of the frame, as paths from the root: what the beginning imports at once, and what of
 * those folders it fetches later, unless that comes `withWords` of its own.
 */
export function frameFiles(root: string): ReadonlySet<string> {
  const aliases = Object.entries(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
  )
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return
    found.add(file)
    const source = readFileSync(join(root, file), 'utf8')
    const at = (name: string): string[] => {
      const target = name.startsWith('.') ? join(dirname(file), name) : fromAlias(aliases, name)
      return target === undefined ? [] : [normalize(target)]
    }
    importedBy(source).flatMap(at).forEach(visit)
    fetchedBy(source)
      .flatMap(at)
      .filter((target) => near.some((folder) => target.startsWith(folder)))
      .forEach(visit)
  }
  visit(beginning)
  return found
}

/** What a source imports at once; types are gone by then, and what is imported later loads its own words. */
const importedBy = (source: string): string[] =>
  [...source.matchAll(/(?:^|\n)(?:import|export)\s(?!type\b)(?:[^'"=();]*?\bfrom\s)?['"]([^'"]+)['"]/g)].flatMap(([, name]) => name ?? [])

/** What a source fetches later with no other words than the frame's. */
const fetchedBy = (source: string): string[] =>
  [...source.matchAll(/(?<!withWords\(\(\) => )\bimport\('([^']+)'\)/g)].flatMap(([, name]) => name ?? [])

function fromAlias(aliases: readonly [string, string][], name: string): string | undefined {
  for (const [alias, target] of aliases) {
    if (alias === name) return target
    const prefix = alias.replace('*', '')
    if (alias.endsWith('*') && name.startsWith(prefix)) return target.replace('*', name.slice(prefix.length))
  }
  return undefined
}
