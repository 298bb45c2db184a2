import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { Call } from './src/contract/call.ts'
import { contract } from './src/contract/contract.ts'
import { catalogParts } from './server/build/catalogParts.ts'
import { leanContract } from './server/build/leanContract.ts'
import { routes } from './src/routes.ts'
import { path } from './src/sitemap.ts'
import manifest from './package.json' with { type: 'json' }

const outDir = process.env['FAIRLEAD_OUT'] ?? 'dist'
/** `off` builds the kill switch: /sw.js becomes the worker that clears everything and unregisters itself (sw/README). */
const worker = process.env['FAIRLEAD_WORKER'] === 'off' ? 'off' : 'on'
const server = `http://127.0.0.1:${process.env['PORT'] ?? '4300'}`

/** The same source gives the same id, so that an unchanged build asks nobody to update. */
async function buildId(): Promise<string> {
  if (process.env['FAIRLEAD_BUILD']) return process.env['FAIRLEAD_BUILD']
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(['src/**/*.{ts,tsx,css}', 'sw/*.ts', 'locales/*/*.po', 'public/**/*.*', 'index.html', 'vite.config.ts', 'package-lock.json'])) {
    if (!/\.test\.|routeTree\.gen/.test(file)) files.push(file)
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

const dayMs = 24 * 3_600_000
/** Seven days, but candles 30 and what is read rather than traded on for ever (product §4.4). Null is for ever. */
const maxAgeMs = (path: string): number | null =>
  path === contract.market.candles.path ? 30 * dayMs : path.startsWith('/api/content/') ? null : 7 * dayMs

/** Path → maximum age of what the worker may keep, so that it bundles no schema. */
const workerReads = Object.fromEntries(
  Object.values(contract)
    .flatMap((room): Call[] => Object.values(room))
    .flatMap((row) => (row.method === 'GET' && row.kept === 'worker' ? [[row.path, maxAgeMs(row.path)]] : [])),
)

/** What a first visit needs apart from what it does not; libraries apart from our code, so that a release leaves them in the cache. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'stack', test: /node_modules\//, tags: ['$initial'] },
  { name: 'frame', test: /\/src\//, tags: ['$initial'] },
  { name: 'background', test: /\/src\/app\// },
  // Small parts of many screens travel together: thirty tiny files cost a phone more than one.
  { name: 'shared', test: /\/src\/(ui|widgets|api|device|i18n|contract|rules)\//, minShareCount: 3 },
]

const packed = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** After everything else is written: version.json, the kill switch, and a .br and .gz beside each text file. */
function finish(build: string): Plugin {
  return {
    name: 'fairlead:finish',
    enforce: 'post',
    transformIndexHtml: (html) => html.replace('<html ', `<html data-build="${build}" `),
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!existsSync(`${outDir}/index.html`)) return
        await writeFile(`${outDir}/version.json`, `${JSON.stringify({ build, worker })}\n`)
        if (worker === 'off') await copyFile(`${outDir}/sw-kill.js`, `${outDir}/sw.js`)
        for await (const file of glob(`${outDir}/**/*.{js,css,html,svg,json,webmanifest,txt}`)) {
          const bytes = await readFile(file)
          if (bytes.length < 512) continue
          await writeFile(`${file}.gz`, await packed.gz(bytes, { level: 9 }))
          await writeFile(`${file}.br`, await packed.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        }
      },
    },
  }
}

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const build = await buildId()
  return {
    define: {
      // In the page, not in its scripts: a release changes only the chunks whose code changed.
      __BUILD__: 'document.documentElement.dataset.build',
      __VERSION__: JSON.stringify(manifest.version),
      __WORKER_READS__: JSON.stringify(workerReads),
    },
    // React has this hook itself since 18; the shim would bring it twice.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector', 'use-sync-external-store/shim': 'react' } },
    css: { transformer: 'lightningcss' },
    build: {
      outDir,
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups } } },
      emptyOutDir: true,
      cssMinify: 'lightningcss',
      assetsInlineLimit: 2048,
      // What every page has already is not asked for again beside a screen.
      modulePreload: { polyfill: false, resolveDependencies: (_file, names) => names.filter((name) => !/\/(rolldown-runtime|react|stack|frame)-/.test(name)) },
    },
    server: {
      host: '127.0.0.1',
      proxy: { '/api': server, '/healthz': server, '/ws': { target: server, ws: true } },
    },
    plugins: [
      leanContract(),
      tanstackRouter({
        target: 'react',
        virtualRouteConfig: routes,
        routesDirectory: 'src',
        generatedRouteTree: 'src/routeTree.gen.ts',
        autoCodeSplitting: true,
        // Home is where nearly every start ends: it comes with the frame, not one step behind it.
        codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === path.home ? [] : undefined) },
        semicolons: false,
      }),
      // Macros first, JSX after; the other way round the compiler hides the macro's import.
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react(),
      lingui({ failOnMissing: command === 'build', failOnCompileError: true }),
      catalogParts(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'main.ts',
        outDir,
        manifest: false,
        injectRegister: false,
        registerType: 'prompt',
        injectManifest: {
          globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
          globIgnores: ['sw.js', 'sw-kill.js', 'pc.*', 'screenshots/**'],
          maximumFileSizeToCacheInBytes: 1_000_000,
        },
        integration: {
          configureCustomSWViteBuild(options) {
            options.define = { ...options.define, __BUILD__: JSON.stringify(build) }
          },
          beforeBuildServiceWorker(options) {
            const file = options.swDest.replace(/main\.js$/, 'sw.js')
            options.swDest = file
            options.injectManifest.swDest = file
          },
        },
      }),
      finish(build),
    ],
  }
})
