import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { patienceMs } from './tests/support/patience.ts'
import { sourcesUnder } from './tests/tables/sources.ts'
import { isEndToEnd, longTests } from './tests/tiers.ts'

const shared = {
  expect: { poll: { timeout: patienceMs } },
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  globalSetup: ['tests/support/sharedCluster.ts'],
  pool: 'forks' as const,
}

/** Many of them wait for servers and clocks rather than compute: two for every core. */
const quick = { ...shared, maxWorkers: availableParallelism() * 2 }

const long = Object.keys(longTests)
const serverTests = ['server', 'tests']
  .flatMap(sourcesUnder)
  .filter((file) => file.endsWith('.test.ts') && !isEndToEnd(file) && !long.includes(file))
/** A test that puts another module in the place of one has a process of its own. */
const isApart = (file: string): boolean => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))

export default defineConfig({
  // Words in the app's sources are macros, also in tests.
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
  define: { __BUILD__: JSON.stringify('test'), __WORKER__: JSON.stringify('on'), __WORDS__: JSON.stringify('test') },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...quick,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', ...serverTests.filter(isApart)],
          exclude: long,
        },
      },
      {
        extends: true,
        test: {
          ...quick,
          // One process after the other would read the whole server anew, which takes longer than most of these tests.
          name: 'server',
          isolate: false,
          restoreMocks: true,
          include: serverTests.filter((file) => !isApart(file)),
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // Of half the width: some of these bring servers and databases of their own.
          name: 'long',
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          include: long,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/**/*.e2e.test.ts'],
          globalSetup: ['tests/support/sharedCluster.ts', 'tests/support/testApp.ts'],
          setupFiles: ['tests/support/describeFailure.ts'],
          // Each file starts a server and a browser of its own: with a third lane all take longer than with two.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
          // Tabs at once within a file that has several.
          maxConcurrency: 3,
        },
      },
    ],
  },
})
