import { availableParallelism } from 'node:os'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longestFirst.ts'
import { patienceMs } from './tests/support/patience.ts'

const shared = {
  expect: { poll: { timeout: patienceMs } },
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  globalSetup: ['tests/support/sharedCluster.ts'],
  pool: 'forks' as const,
}

const longTests = '{server,tests}/**/*.long.test.ts'

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
          ...shared,
          name: 'unit',
          // Many of them wait for servers and clocks rather than compute: two for every core.
          maxWorkers: availableParallelism() * 2,
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'server/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [longTests],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // Servers and databases that are killed again and again: what they prove is worth minutes, but not before every commit.
          name: 'long',
          maxWorkers: 2,
          include: [longTests],
          env: { LONG_TESTS: '1' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/**/*.e2e.ts'],
          globalSetup: ['tests/support/sharedCluster.ts', 'tests/support/testApp.ts'],
          setupFiles: ['tests/support/describeFailure.ts'],
          // Each file starts a server and a browser of its own, and waits more than it works: two at a time on two cores.
          maxWorkers: 2,
          // Tabs at once within a file that has several.
          maxConcurrency: 3,
        },
      },
    ],
  },
})
