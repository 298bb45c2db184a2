import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const dist = resolve(import.meta.dirname, '../..', process.env['FAIRLEAD_OUT'] ?? 'dist')
const kB = 1000

const brotli = (file: string): number => brotliCompressSync(readFileSync(file)).length
const gzip = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** What the browser must fetch before /home can be drawn: what index.html names, home's own, the English words, and what they import. */
function firstLoad(): { scripts: string[]; styles: string[] } {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestChunk>
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    manifest[name]?.imports?.forEach(visit)
  }
  const parts = JSON.parse(readFileSync(join(dist, '.vite/screens.json'), 'utf8')) as Record<string, string>
  const home = parts['virtual:screens/home/Home']
  for (const [name, { file }] of Object.entries(manifest))
    if (page.includes(`/${file}"`) || file === home || /locales\/en\/.*frame/.test(name)) visit(name)
  const chunks = [...seen].flatMap((name) => manifest[name] ?? [])
  const words = globSync('assets/words/*/en/home.js', { cwd: dist })
  const files = new Set([...chunks.flatMap(({ file, css = [] }) => [file, ...css]), ...words])
  const ending = (end: string): string[] => [...files].filter((file) => file.endsWith(end))
  if (words.length !== 1 || ending('.js').length < 5) throw new Error('The frame, its libraries and its words are not in this build.')
  return { scripts: ending('.js'), styles: ending('.css') }
}

const chunkHolding = (word: string): string | undefined => {
  const folder = join(dist, 'assets')
  const name = readdirSync(folder).find((file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(word))
  return name && join(folder, name)
}

/** Bytes of the built app, each beside its limit. */
export function measureBudgets(): { what: string; bytes: number; limit: number }[] {
  const { scripts, styles } = firstLoad()
  const sum = (files: string[], size: (file: string) => number): number => files.reduce((total, file) => total + size(join(dist, file)), 0)
  const latinFont = readdirSync(join(dist, 'fonts')).find((file) => /latin.*\.woff2$/i.test(file) && !/ext|viet/i.test(file))
  const chart = chunkHolding('overrideOverlay')
  const sealing = chunkHolding('setPublicKey')
  return [
    { what: 'First load of /home, scripts (brotli)', bytes: sum(scripts, brotli), limit: 117 * kB },
    { what: 'First load of /home, styles (brotli)', bytes: sum(styles, brotli), limit: 12 * kB },
    {
      what: 'Latin font',
      bytes: latinFont ? readFileSync(join(dist, 'fonts', latinFont)).length : Number.POSITIVE_INFINITY,
      limit: 30 * kB,
    },
    { what: 'Chart chunk (gzip)', bytes: chart ? gzip(chart) : Number.POSITIVE_INFINITY, limit: 62 * kB },
    { what: 'Sealing chunk (gzip)', bytes: sealing ? gzip(sealing) : Number.POSITIVE_INFINITY, limit: 26 * kB },
    { what: 'Service worker (gzip)', bytes: gzip(join(dist, 'sw.js')), limit: 9 * kB },
  ]
}

/** Prints the table; throws when something is over its limit. */
export function checkBudgets(): void {
  if (!existsSync(join(dist, '.vite/manifest.json'))) throw new Error('There is no build to measure.')
  const rows = measureBudgets()
  for (const { what, bytes, limit } of rows) console.log(`${what.padEnd(42)} ${(bytes / kB).toFixed(1).padStart(7)} kB of ${limit / kB} kB`)
  const over = rows.filter(({ bytes, limit }) => bytes > limit)
  if (over.length > 0) throw new Error(`Over budget: ${over.map(({ what }) => what).join(', ')}`)
}
