import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { resolveBuildId } from './server/build/buildId.ts'
import { catalogPartsPlugin } from './server/build/catalogParts.ts'
import { finishBuildPlugin } from './server/build/finish.ts'
import { firstVisitChunkGroups } from './server/build/firstChunks.ts'
import { leanContractPlugin } from './server/build/leanContract.ts'
import { leanRoutesPlugin } from './server/build/leanRoutes.ts'
import { localizedManifestPlugin } from './server/build/localizedManifest.ts'
import { retainedStyleSheetsPlugin, leanStylesPlugin } from './server/build/leanStyles.ts'
import { screenTablePlugin } from './server/build/screenTable.ts'
import { shellsPlugin } from './server/build/shells.ts'
import { writeWorkerStoredFiles } from './server/build/storedFiles.ts'
import { workerReadMaxAgeMsByPath } from './server/build/workerReads.ts'
import { routes } from './src/routes.ts'
import { path, sitemap } from './src/sitemap.ts'
import manifest from './package.json' with { type: 'json' }

const outDir = process.env['FAIRLEAD_OUT'] ?? 'dist'
/** `off` builds the kill switch: /sw.js becomes the worker that clears everything and unregisters itself. */
const worker = process.env['FAIRLEAD_WORKER'] === 'off' ? 'off' : 'on'
/** Every name stands in the first load, once for each place that leads there: only what the page itself names is spelled out. */
const assetFileNames = ({ names: [name] }: { names: string[] }): string =>
  name?.startsWith('frame') ? 'assets/[name]-[hash][extname]' : 'assets/[hash:7][extname]'
/** With these many a visit begins: what each is comes in one step with where it is, and not beside others of its folder. */
const undivided = new Set<string>([sitemap.home, sitemap.markets, sitemap.chart, sitemap.signIn].map(({ path: at }) => at))
/** So do many with contracts, but whoever has no account is only told so there: where it is comes before what it is. */
const firstScreens = new Set<string>([...undivided, sitemap.contracts.path])
const server = `http://127.0.0.1:${process.env['PORT'] ?? '4300'}`

/** What a first visit needs apart from what it does not; libraries apart from our code, so that a release leaves them in the cache. */
const groups: Rolldown.CodeSplittingGroup[] = [
  // All in one file, which packs better: 1.2 kB less than React by itself.
  { name: 'stack', test: /node_modules\//, tags: ['$initial'] },
  // Whatever is pressed.
  { name: 'writes', test: /query-core\/.*\/mutationObserver|react-query\/.*\/useMutation/ },
  ...firstVisitChunkGroups(import.meta.dirname),
  // Where all other screens are, and how their addresses are read.
  {
    name: 'rest',
    test: /^virtual:screens\/rest$|\/src\/screens\/(?!market\/).*(Search|Id|inviteCode|recordFilter|valuationCurrencies)\.ts$/,
  },
  // Small parts of many screens travel together: thirty tiny files cost a phone more than one.
  { name: 'products', test: /\/src\/widgets\/products\//, minShareCount: 3 },
  { name: 'shared', test: /\/src\/(ui|widgets|api|device|i18n|contract|rules)\//, minShareCount: 3 },
]

/** Addresses whose first frame the server sends as a page, and the sources that draw it. */
const { home, markets, signIn, register, chart, article } = sitemap
const shellScreens = Object.fromEntries(
  Object.entries({ home, markets, signIn, register, chart, article }).map(([name, { screen }]) => [name, screen]),
)

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const build = await resolveBuildId()
  const define = {
    // In the page, not in its scripts: a release changes only the chunks whose code changed.
    __BUILD__: 'document.documentElement.dataset.build',
    __WORDS__: 'document.documentElement.dataset.words',
    __VERSION__: JSON.stringify(manifest.version),
    __WORKER__: JSON.stringify(worker),
    __WORKER_READS__: JSON.stringify(workerReadMaxAgeMsByPath),
    __WORKER_SCREENS__: JSON.stringify(Object.values(path)),
  }
  const sources = () => [
    // Macros first, JSX after; the other way round the compiler hides the macro's import.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: command === 'build', failOnCompileError: true }),
    catalogPartsPlugin(sitemap),
  ]
  return {
    define,
    // React has this hook itself since 18; the shim would bring it twice.
    resolve: {
      alias: {
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
        'use-sync-external-store/shim': 'react',
      },
    },
    css: { transformer: 'lightningcss' },
    build: {
      outDir,
      manifest: true,
      rolldownOptions: {
        // A name of a class or a number of the contract stands where it is used; no table of them travels along.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
        output: {
          codeSplitting: { groups },
          // Every name stands in the first load, once for each place that leads there: only what the page itself names is spelled out.
          chunkFileNames: ({ name }) =>
            /^(rolldown-runtime|stack|frame)$/.test(name) ? `assets/${name.replace(/.*-/, '')}-[hash:7].js` : 'assets/[hash:7].js',
          assetFileNames,
        },
      },
      emptyOutDir: true,
      cssMinify: 'lightningcss',
      assetsInlineLimit: 2048,
      // What every page has already is not asked for again beside a screen.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'js' ? names.filter((name) => !/\/(runtime|stack|frame)-/.test(name)) : names,
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: { '/api': server, '/i/': server, '/healthz': server, '/ws': { target: server, ws: true } },
    },
    plugins: [
      leanContractPlugin(),
      leanRoutesPlugin(sitemap),
      screenTablePlugin(sitemap, ({ path: at }) => firstScreens.has(at)),
      leanStylesPlugin(),
      tanstackRouter({
        target: 'react',
        virtualRouteConfig: routes,
        routesDirectory: 'src',
        // The generator vouches for what it writes from the table of screens.
        routeTreeFileHeader: [
          '/* eslint-disable -- written by the generator from the table of screens */',
          '// @ts-nocheck -- its types are checked where they are used',
          '// noinspection JSUnusedGlobalSymbols',
        ],
        generatedRouteTree: 'src/routeTree.gen.ts',
        autoCodeSplitting: true,
        codeSplittingOptions: {
          splitBehavior: ({ routeId }) => (undivided.has(routeId.replace('/_signedIn', '')) || routeId === '/_signedIn' ? [] : undefined),
        },
        semicolons: false,
      }),
      sources(),
      retainedStyleSheetsPlugin(),
      localizedManifestPlugin(outDir),
      shellsPlugin({ outDir, sources, define, assetFileNames, screens: shellScreens }),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'main.ts',
        outDir,
        manifest: false,
        injectRegister: false,
        registerType: 'prompt',
        injectManifest: {
          globPatterns: ['**/*.{js,css,svg,png,woff2,webmanifest}', 'index.html'],
          // The worker carries where the list is, not the list.
          manifestTransforms: [async (entries) => ({ manifest: await writeWorkerStoredFiles(outDir, entries, sitemap), warnings: [] })],
          globIgnores: ['sw.js', 'sw-kill.js', 'pc.*', 'qr.js', 'verify*', 'screenshots/**', 'splash/**', 'fonts/plex-sans-thai-*'],
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
      finishBuildPlugin({ outDir, build, worker }),
    ],
  }
})
