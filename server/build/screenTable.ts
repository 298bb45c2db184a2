import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'

/** What is read of a screen's row. */
interface Screen {
  path: string
  screen: string
  access: 'open' | 'signedIn'
}

const table = 'virtual:screens'
const restName = 'rest'

/**
 * The screens as the app finds them. `virtual:screens` knows those with which many a visit begins, each a part of the router's tree by itself, and where
 * the rest of the tree is: that comes when somebody goes there, or puts a finger on a link. So a first visit pays for its own screen, however many
 * there are.
 */
export function screenTablePlugin(sitemap: Readonly<Record<string, Screen>>, isFirst: (row: Screen) => boolean): Plugin {
  const rows = Object.values(sitemap)
  const first = rows.filter(isFirst)
  return {
    name: 'fairlead:screen-table',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:screens(\/|$)/ }, handler: (id) => id },
    load: {
      filter: { id: /^virtual:screens(\/|$)/ },
      handler(id) {
        const name = id.slice(table.length + 1)
        const own = name === restName ? rows.filter((row) => !first.includes(row)) : first.filter(({ screen }) => screen === name)
        return { code: own.length > 0 ? screenPartSource(own) : screenTableSource(first), moduleType: 'js' }
      },
    },
    generateBundle(_, bundle) {
      const found = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? file.moduleIds.filter((id) => id.startsWith(`${table}/`)).map((id): [string, string] => [id, file.fileName])
          : [],
      )
      this.emitFile({ type: 'asset', fileName: partsFile, source: JSON.stringify(Object.fromEntries(found)) })
    },
  }
}

/** Beside Vite's manifest, which names no chunk by the parts of the tree in it. */
const partsFile = '.vite/screens.json'

/** What Vite says of the chunks of a build, those with a part of the tree also by its name. */
export async function readBuildManifest(outDir: string): Promise<Manifest> {
  const [manifest, parts] = await Promise.all(
    ['.vite/manifest.json', partsFile].map(async (file) => JSON.parse(await readFile(join(outDir, file), 'utf8')) as unknown),
  )
  const chunks = manifest as Manifest
  const byFile = new Map(Object.values(chunks).map((chunk) => [chunk.file, chunk]))
  for (const [part, file] of Object.entries(parts as Record<string, string>)) {
    const chunk = byFile.get(file)
    if (chunk) chunks[part] ??= chunk
  }
  return chunks
}

/** Where each first screen is, by its address, and where all others are. */
export const screenTableSource = (first: readonly Screen[]): string =>
  [
    `export const first = {${first.map(({ path, screen }) => `${JSON.stringify(path)}: () => import('${table}/${screen}')`).join(', ')}}`,
    `export const rest = () => import('${table}/${restName}')\n`,
  ].join('\n')

/** The routes of a part, each with its address; the guard stands beside those behind it. */
export function screenPartSource(rows: readonly Screen[]): string {
  const guard = rows.some(({ access }) => access === 'signedIn') ? ["import { Route as guard } from '/src/app/SignedIn.tsx'"] : []
  const imports = rows.map(({ screen }, at) => `import { Route as r${at} } from '/src/screens/${screen}.tsx'`)
  const list = rows.map(({ path, access }, at) => `[r${at}, ${JSON.stringify(path)}${access === 'signedIn' ? ', guard' : ''}]`)
  return `${[...guard, ...imports].join('\n')}\nexport const routes = [${list.join(', ')}]\n`
}
