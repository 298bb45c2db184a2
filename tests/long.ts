import { buildStep } from './check.ts'
import { dateSteps } from './dates.ts'
import { installBrowser } from './support/browser.ts'
import { endToEndStep, longProjects, runSteps, type Step, testStep } from './support/run/steps.ts'
import { checkTiers, longTestsOf } from './tiers.ts'

const browserStep: Step = { name: 'A browser', work: () => void installBrowser() }
const benchStep: Step = { name: 'Every bench measures something', command: ['node', 'tests/bench/run.ts', '--smoke'] }

/** The long tests of these domains, or of all. */
function testSteps(domains: readonly string[]): readonly Step[] {
  const { tests, endToEnd } = longTestsOf(domains)
  return [
    ...(endToEnd.length > 0 ? [browserStep, buildStep, endToEndStep('Long end-to-end tests', { files: endToEnd })] : []),
    ...(tests.length > 0 ? [testStep('Long tests', longProjects, { files: tests })] : []),
  ]
}

/** `npm run test:long`: what `npm test` leaves out; `-- loans swap` only of these domains, `-- dates` the tests that read a calendar, `-- bench` the benches. */
function stepsFor(asked: readonly string[]): readonly Step[] {
  const domains = asked.filter((word) => word !== 'dates' && word !== 'bench')
  return [
    { name: 'Tiers of the tests', work: checkTiers },
    ...(domains.length > 0 || asked.length === 0 ? testSteps(domains) : []),
    ...(asked.includes('dates') ? [browserStep, buildStep, ...dateSteps()] : []),
    ...(asked.includes('bench') || asked.length === 0 ? [benchStep] : []),
  ]
}

try {
  process.exitCode = await runSteps(stepsFor(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
