import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import type { CachedAppFileGroup } from '../../src/contract/assetGroup.ts'
import { groupBuildFilesForCache, type BuildOutput } from './assetGroups.ts'
import { readBuildManifest } from './screenTable.ts'

/** One file that the worker may store, as Workbox lists it: its path from the build's folder. */
interface Entry {
  url: string
  revision: string | null
  size: number
}

/** Fewer files than this are fetched by themselves. */
const packedLeast = 4
/** Larger files are fetched by themselves: a release that changes one does not bring the others along. In bytes. */
const packedMost = 16_000

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/**
 * Writes the list of what the worker stores, and the packs: one file for many small ones. What the page itself has fetched stays by itself, since
 * the browser has it already. Gives the list's own entry, which is all that the worker carries.
 */
export async function writeWorkerStoredFiles(outDir: string, entries: readonly Entry[], sitemap: BuildOutput['sitemap']): Promise<Entry[]> {
  const manifest = await readBuildManifest(outDir)
  const page = await readFile(join(outDir, 'index.html'), 'utf8')
  const files = new Map(entries.map(({ url, revision }) => [`/${url}`, revision ?? undefined]))
  const bytes = new Map(entries.map(({ url, size }) => [`/${url}`, size]))
  const sizes = (path: string): number => bytes.get(path) ?? 0
  const first = firstLoad(manifest, page)
  const groups: CachedAppFileGroup[] = []
  for (const group of groupBuildFilesForCache({ sitemap, manifest, page, files }))
    groups.push(await packed(outDir, group, { first, sizes }))
  const text = JSON.stringify(groups)
  const url = `stored-${hashOf(text)}.json`
  await writeFile(join(outDir, url), text)
  return [{ url, revision: null, size: text.length }]
}

interface Files {
  first: ReadonlySet<string>
  sizes(path: string): number
}

async function packed(outDir: string, group: CachedAppFileGroup, { first, sizes }: Files): Promise<CachedAppFileGroup> {
  const isPacked = ([path, revision]: [string, string?]): boolean =>
    revision === undefined && /\.(js|css|svg)$/.test(path) && !first.has(path) && sizes(path) <= packedMost
  const inside = group.files.filter(isPacked).map(([path]) => path)
  if (inside.length < packedLeast) return group
  const texts = await Promise.all(inside.map(async (path) => [path, await readFile(join(outDir, path), 'utf8')]))
  const text = JSON.stringify(Object.fromEntries(texts))
  const pack = `/assets/pack-${hashOf(text)}.json`
  await writeFile(join(outDir, pack), text)
  return { ...group, files: group.files.filter((file) => !isPacked(file)), packed: inside, pack }
}

/** What every page fetches before its first screen, and home for itself. */
function firstLoad(manifest: Manifest, page: string): Set<string> {
  const paths = new Set<string>()
  const visit = (key: string): void => {
    const { file, css = [], imports = [] } = manifest[key] ?? { file: '' }
    if (file === '' || paths.has(`/${file}`)) return
    for (const name of [file, ...css]) paths.add(`/${name}`)
    imports.forEach(visit)
  }
  for (const [key, { file }] of Object.entries(manifest)) if (page.includes(`/${file}"`)) visit(key)
  // There nearly every visit begins.
  visit('virtual:screens/home/Home')
  return paths
}
