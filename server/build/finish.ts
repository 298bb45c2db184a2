import { existsSync } from 'node:fs'
import { copyFile, glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packed = { br: promisify(brotliCompress), gz: promisify(gzip) }

interface Built {
  outDir: string
  /** The id of the build. */
  build: string
  worker: 'on' | 'off'
}

/** The first paint waits for no script: they come after what it needs, and a browser does not hold it back for them. */
const scriptsLast = (html: string): string => html.replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ')

/** Style sheets after the first paint's own markup: it needs none of them, and a sheet in the head would hold it back. Scripts still wait for them. */
function paintFirst(html: string): string {
  const sheets = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
  return sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html).replace('</body>', `${sheets.join('')}\n  </body>`)
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < 512) return
  await writeFile(`${file}.gz`, await packed.gz(bytes, { level: 9 }))
  await writeFile(`${file}.br`, await packed.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

/** After everything else is written: the page's last touches, version.json, the kill switch, and a .br and .gz beside each text file. */
export function finishBuildPlugin({ outDir, build, worker }: Built): Plugin {
  return {
    name: 'fairlead:finish',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => scriptsLast(paintFirst(html.replace('<html ', `<html data-build="${build}" `))),
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!existsSync(`${outDir}/index.html`)) return
        // The desktop page stands outside of the app's code, and draws its QR code itself.
        await copyFile('node_modules/uqr/dist/index.mjs', `${outDir}/qr.js`)
        if (worker === 'off') await copyFile(`${outDir}/sw-kill.js`, `${outDir}/sw.js`)
        const packing: Promise<void>[] = []
        for await (const file of glob(`${outDir}/**/*.{js,css,html,svg,json,webmanifest,txt}`)) packing.push(pack(file))
        await Promise.all(packing)
        // At last: what reads it finds all else there.
        await writeFile(`${outDir}/version.json`, `${JSON.stringify({ build, worker })}\n`)
      },
    },
  }
}
