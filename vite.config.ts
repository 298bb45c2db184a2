import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildId } from './server/build/buildId.ts'
import { catalogParts } from './server/build/catalogParts.ts'
import { finish } from './server/build/finish.ts'
import { leanContract } from './server/build/leanContract.ts'
import { leanRoutes } from './server/build/leanRoutes.ts'
import { keptSheets, leanStyles } from './server/build/leanStyles.ts'
import { workerReads } from './server/build/workerReads.ts'
import { routes } from './src/routes.ts'
import { path, sitemap } from './src/sitemap.ts'
import manifest from './package.json' with { type: 'json' }

const outDir = process.env['FAIRLEAD_OUT'] ?? 'dist'
/** `off` builds the kill switch: /sw.js becomes the worker that clears everything and unregisters itself. */
const worker = process.env['FAIRLEAD_WORKER'] === 'off' ? 'off' : 'on'
const server = `http://127.0.0.1:${process.env['PORT'] ?? '4300'}`

/** What a first visit needs apart from what it does not; libraries apart from our code, so that a release leaves them in the cache. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'stack', test: /node_modules\//, tags: ['$initial'] },
  { name: 'frame', test: /\/src\//, tags: ['$initial'] },
  { name: 'background', test: /\/src\/app\// },
  // Small parts of many screens travel together: thirty tiny files cost a phone more than one.
  { name: 'shared', test: /\/src\/(ui|widgets|api|device|i18n|contract|rules)\//, minShareCount: 3 },
]

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const build = await buildId()
  return {
    define: {
      // In the page, not in its scripts: a release changes only the chunks whose code changed.
      __BUILD__: 'document.documentElement.dataset.build',
      __VERSION__: JSON.stringify(manifest.version),
      __WORKER__: JSON.stringify(worker),
      __WORKER_READS__: JSON.stringify(workerReads),
      __WORKER_SCREENS__: JSON.stringify(Object.values(path)),
    },
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
            /^(rolldown-runtime|react|stack|frame)$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
          assetFileNames: ({ names: [name] }) => (name?.startsWith('frame') ? 'assets/[name]-[hash][extname]' : 'assets/[hash:7][extname]'),
        },
      },
      emptyOutDir: true,
      cssMinify: 'lightningcss',
      assetsInlineLimit: 2048,
      // What every page has already is not asked for again beside a screen.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'js' ? names.filter((name) => !/\/(rolldown-runtime|react|stack|frame)-/.test(name)) : names,
      },
    },
    server: {
      host: '127.0.0.1',
      proxy: { '/api': server, '/i/': server, '/healthz': server, '/ws': { target: server, ws: true } },
    },
    plugins: [
      leanContract(),
      leanRoutes(sitemap),
      leanStyles(),
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
        // Home is where nearly every start ends: it comes with the frame, not one step behind it.
        codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === path.home ? [] : undefined) },
        semicolons: false,
      }),
      // Macros first, JSX after; the other way round the compiler hides the macro's import.
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react(),
      lingui({ failOnMissing: command === 'build', failOnCompileError: true }),
      catalogParts(),
      keptSheets(),
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
          globIgnores: ['sw.js', 'sw-kill.js', 'pc.*', 'qr.js', 'verify*', 'screenshots/**', 'splash/**'],
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
      finish({ outDir, build, worker }),
    ],
  }
})
