import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Every TypeScript source of the product below a folder, as paths from the root. */
export function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(gen|d)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

const aliases = (JSON.parse(textOf('package.json')) as { imports: Record<string, string> }).imports

/** The product's own files that a file imports, as paths from the root; packages are left out. */
export function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"\n]*?(?:from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].flatMap(([, plain, lazy]) => ownFile(file, plain ?? lazy ?? '') ?? [])
}

function ownFile(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  for (const [alias, target] of Object.entries(aliases)) {
    if (name === alias) return normalize(target)
    const prefix = alias.replace('*', '')
    if (alias.endsWith('*') && name.startsWith(prefix)) return normalize(target.replace('*', name.slice(prefix.length)))
  }
  return undefined
}
