import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Manifest, type Plugin, type PluginOption } from 'vite'
import type { PrerenderedScreen } from '#contract/drawnShell.ts'
import { readBuildManifest } from './screenTable.ts'
import { type ShellPageFiles, renderShellPages, insertLocalizedLoadingTexts } from './shellPage.ts'

interface ShellsOptions {
  outDir: string
  /** What makes code of sources: macros, JSX, catalogs. */
  sources(): PluginOption[]
  define: Record<string, string>
  /** How files that code names are called, here as there. */
  assetFileNames: (asset: { names: string[] }) => string
  /** Address → the source of its screen. */
  screens: Readonly<Record<string, string>>
}

const entry = 'src/drawShells.tsx'

/** What the first frame has in React's place: no other answer from stores than now, and nothing beside the page. */
const reacts: Record<string, string> = {
  react: `export * from 'react'
import { useSyncExternalStore as use } from 'react'
export const useSyncExternalStore = (subscribe, get) => use(subscribe, get, get)`,
  'react-dom': `export * from 'react-dom'
export const createPortal = () => null`,
}
const prefix = '\0first-frame:'
const firstFrame = (): Plugin => ({
  name: 'fairlead:first-frame',
  enforce: 'pre',
  resolveId: (id, importer) => (id in reacts && importer?.includes('/src/') ? prefix + id : undefined),
  load: (id) => (id.startsWith(prefix) ? reacts[id.slice(prefix.length)] : undefined),
})

/**
 * Writes the pages that stand at their address before any script has come: the first frame of each screen that has one, drawn by its own code,
 * in each language, as `shells/<language>/<address>.html` (`<address>.<variant>.html` where the server fills it, server/http/pages/filledPages.ts); and the words of the page of all others.
 */
export function shellsPlugin(options: ShellsOptions): Plugin {
  return {
    name: 'fairlead:shells',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    closeBundle: {
      // Before the worker is made, which lists all files.
      order: 'pre',
      sequential: true,
      handler: async () => {
        if (existsSync(join(options.outDir, 'index.html'))) await writeShells(options)
      },
    },
  }
}

async function writeShells(options: ShellsOptions): Promise<void> {
  const { outDir } = options
  const at = join(outDir, 'index.html')
  const [page, drawn, manifest] = await Promise.all([readFile(at, 'utf8'), draw(options), readBuildManifest(outDir)])
  await writeFile(at, insertLocalizedLoadingTexts(page, [...new Map(drawn.map(({ locale, words }) => [locale, words]))]))
  // The pages that are to be filled have a style of their own: those that come without an answer need none of it.
  for (const ofScreen of Map.groupBy(drawn, ({ name, variant }) => `${name} ${variant !== undefined}`).values()) {
    const name = ofScreen[0]!.name
    const reached = filesOf(manifest, page, options.screens[name])
    const sheets = await Promise.all(reached.sheets.map((file) => readFile(join(outDir, file), 'utf8')))
    const address = ofScreen[0]?.path.slice(1) ?? ''
    const filesIn = (locale: string): ShellPageFiles => ({
      entry: `/${reached.entry}`,
      sheets: reached.sheets.map((file) => `/${file}`),
      scripts: [...reached.scripts, ...wordsOf(manifest, locale), ...ownWordsOf(outDir, page, locale, address)].map((file) => `/${file}`),
    })
    for (const [{ locale, variant }, text] of renderShellPages(page, sheets.join(''), ofScreen, filesIn)) {
      const folder = join(outDir, 'shells', locale)
      await mkdir(folder, { recursive: true })
      // The root leads home.
      const files = variant === undefined ? (name === 'home' ? [address, 'index'] : [address]) : [`${address}.${variant}`]
      for (const file of files) await writeFile(join(folder, `${file}.html`), text)
    }
  }
}

/** What a screen needs when it stands: its scripts, and its sheets in the order in which the browser has them. */
function filesOf(manifest: Manifest, page: string, screen = ''): { entry: string; scripts: string[]; sheets: string[] } {
  const sheets = new Set<string>()
  const scripts = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(visit)
    for (const file of chunk.css ?? []) sheets.add(file)
    if (chunk.file.endsWith('.js')) scripts.add(chunk.file)
  }
  for (const [key, { file }] of Object.entries(manifest)) if (page.includes(`/${file}"`)) visit(key)
  // A screen with which many a visit begins is a part of the router's tree by itself; any other comes beside the rest of the tree.
  const apart = `virtual:screens/${screen}`
  for (const key of manifest[apart] ? [apart] : ['virtual:screens/rest', `src/screens/${screen}.tsx?tsr-split=component`]) visit(key)
  // The page names what the beginning imports before it names the beginning itself.
  const entry = [...page.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].at(-1)?.[1]
  if (entry === undefined) throw new Error('The page does not say where the app begins.')
  return { entry, scripts: [...scripts], sheets: [...sheets] }
}

/** The words of the frame, in files of their own. */
const wordsOf = (manifest: Manifest, locale: string): string[] => {
  const found = Object.entries(manifest).find(([key]) => key.startsWith(`locales/${locale}/`) && key.includes('frame'))
  return found ? [found[1].file] : []
}

/** The words of a screen, in a file that no script names. */
function ownWordsOf(outDir: string, page: string, locale: string, address: string): string[] {
  const file = `assets/words/${/ data-words="([^"]+)"/.exec(page)?.[1]}/${locale}/${address}.js`
  return existsSync(join(outDir, file)) ? [file] : []
}

async function draw({ sources, define, assetFileNames }: ShellsOptions): Promise<PrerenderedScreen[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-shells-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [firstFrame(), ...sources()],
      define,
      css: { transformer: 'lightningcss' },
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        assetsInlineLimit: 2048,
        rolldownOptions: { output: { entryFileNames: 'draw.mjs', chunkFileNames: '[hash].mjs', assetFileNames } },
      },
    })
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'drawShells.ts'), join(folder, 'draw.mjs')], {
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64_000_000,
    })
    return JSON.parse(stdout) as PrerenderedScreen[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
