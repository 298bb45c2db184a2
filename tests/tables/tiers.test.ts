import { expect, it } from 'vitest'
import { sourcesUnder } from './sources.ts'
import { domainOf, longTestsOf, quickEndToEndTests } from '../tiers.ts'

it.each([
  ['tests/loans/loansMany.integration.test.ts', 'loans'],
  ['server/notifications/push/killed.test.ts', 'notifications'],
  ['src/screens/loans/loanFigures.test.ts', 'loans'],
  ['src/widgets/money/fullAmount.test.ts', 'money'],
  ['src/rules/sim/expectedVolatility.test.ts', 'rules'],
  ['server/main.test.ts', 'server'],
  ['sw/share.test.ts', 'sw'],
])('%s is a test of %s', (file, domain) => expect(domainOf(file)).toBe(domain))

it('takes the long tests of the domains that are asked for, with and without a browser', () => {
  expect(longTestsOf(['bonds', 'swap'])).toEqual({
    tests: [
      'tests/bonds/debts.integration.test.ts',
      'tests/bonds/debtsMany.integration.test.ts',
      'tests/bonds/debtsRace.integration.test.ts',
      'tests/bonds/debtsTwoPeople.integration.test.ts',
      'tests/swap/swapMany.integration.test.ts',
    ],
    endToEnd: ['tests/bonds/lending.e2e.test.ts'],
  })
})

it('takes every end-to-end test that is not quick, when none is named', () => {
  const { endToEnd } = longTestsOf()
  expect(endToEnd).toContain('tests/tables/screens.e2e.test.ts')
  for (const quick of Object.values(quickEndToEndTests)) expect(endToEnd).not.toContain(quick)
})

it('names the domains to whoever asks for one that has no long tests', () => {
  expect(() => longTestsOf(['lones'])).toThrow(/^"lones" has no long tests; these domains have: .*\bloans\b/)
})

it('every test says by its name what it needs: nothing, a database (integration) or a browser (e2e)', () => {
  const kinds = /^[^.]+(\.(integration|e2e))?\.test\.tsx?$/
  const files = ['src', 'sw', 'server', 'tests'].flatMap(sourcesUnder).map((file) => file.slice(file.lastIndexOf('/') + 1))
  expect(files.filter((file) => /\.(test|spec|e2e|money)\b/.test(file) && !kinds.test(file))).toEqual([])
})
