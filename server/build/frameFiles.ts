import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/** Folders whose every file may be drawn before any screen but home is asked for. */
const beginnings = ['src/app', 'src/screens/home']

/** The app's sources that are fetched with the frame or with home: those folders and what they import at once, as paths from the root. */
export function frameFiles(root: string): ReadonlySet<string> {
  const aliases = Object.entries(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
  )
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return
    found.add(file)
    for (const name of importedBy(readFileSync(join(root, file), 'utf8'))) {
      const target = name.startsWith('.') ? join(dirname(file), name) : fromAlias(aliases, name)
      if (target !== undefined) visit(normalize(target))
    }
  }
  for (const folder of beginnings)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (/\.tsx?$/.test(entry.name)) visit(relative(root, join(entry.parentPath, entry.name)))
  return found
}

/** What a source imports at once; types are gone by then, and what is imported later loads its own words. */
const importedBy = (source: string): string[] =>
  [...source.matchAll(/(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]/g)].flatMap(([, name]) => name ?? [])

function fromAlias(aliases: readonly [string, string][], name: string): string | undefined {
  for (const [alias, target] of aliases) {
    if (alias === name) return target
    const prefix = alias.replace('*', '')
    if (alias.endsWith('*') && name.startsWith(prefix)) return target.replace('*', name.slice(prefix.length))
  }
  return undefined
}
