import { buildStep } from './check.ts'
import { installBrowser } from './support/browser.ts'
import { runSteps, testStep } from './support/run/steps.ts'

/**
 * `npm run test:long`: every end-to-end test, servers and databases that are killed again and again, the random ones at full length, and every
 * bench with its smallest sizes.
 */
process.exitCode = await runSteps([
  { name: 'A browser', work: () => void installBrowser() },
  buildStep,
  testStep('All end-to-end tests, online and offline', 'e2e'),
  testStep('Killed servers and databases', 'long'),
  testStep('Random tests at full length', 'unit', {
    files: ['server/http/anyField', 'tests/trading/violentDays'],
    env: { LONG_TESTS: '1' },
  }),
  { name: 'Every bench measures something', command: ['node', 'tests/bench/run.ts', '--smoke'] },
])
