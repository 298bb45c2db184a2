import { dateSteps } from './dates.ts'
import { checkFigures } from './figures/check.ts'
import { installBrowser } from './support/browser.ts'
import { checkBudgets } from './support/budgets.ts'
import { quickProjects, runSteps, type Step, testStep } from './support/run/steps.ts'
import { checkTiers } from './tiers.ts'

/** The app, for every step that opens or measures it. A second core has nothing else to do while types are checked. */
export const buildStep: Step = { name: 'Build', command: ['vite', 'build', '--logLevel', 'warn'], early: true }

/** The fast half: everything that needs no browser. */
export const fastSteps: readonly Step[] = [
  { name: 'Tiers of the tests', work: checkTiers },
  { name: 'Types of the app', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'Types of the worker', command: ['tsc', '-p', 'sw/tsconfig.json'] },
  { name: 'Types of the server', command: ['tsc', '-p', 'server/tsconfig.json'] },
  { name: 'Types of the tests', command: ['tsc', '-p', 'tests/tsconfig.json'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'Format', command: ['biome', 'format', '.'] },
  { name: 'Dead code', command: ['knip'] },
  { name: 'Figures of the sources', work: checkFigures },
  buildStep,
  { name: 'Byte budgets', work: checkBudgets },
  testStep('Quick tests', quickProjects),
]

const byDate = (): readonly Step[] => [{ name: 'A browser', work: () => void installBrowser() }, buildStep, ...dateSteps()]

// `npm run check` is the fast half; `npm run check -- --dates` the tests that know of days, on one date after the other.
if (import.meta.main) {
  const asked = process.argv.slice(2)
  const unknown = asked.find((word) => word !== '--dates')
  if (unknown !== undefined) {
    console.error(`There is no "${unknown}": only --dates.`)
    process.exitCode = 1
  } else process.exitCode = await runSteps(asked.length > 0 ? byDate() : fastSteps)
}
