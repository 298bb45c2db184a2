import { expect, it } from 'vitest'
import { domainOf, longTestsOf, quickEndToEndTests } from '../tiers.ts'

it.each([
  ['tests/loans/loansMany.money.test.ts', 'loans'],
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
      'tests/bonds/debts.money.test.ts',
      'tests/bonds/debtsMany.money.test.ts',
      'tests/bonds/debtsRace.money.test.ts',
      'tests/bonds/debtsTwoPeople.money.test.ts',
      'tests/swap/swapMany.money.test.ts',
    ],
    endToEnd: ['tests/bonds/lending.e2e.ts'],
  })
})

it('takes every end-to-end test that is not quick, when none is named', () => {
  const { endToEnd } = longTestsOf()
  expect(endToEnd).toContain('tests/tables/screens.e2e.ts')
  for (const quick of Object.values(quickEndToEndTests)) expect(endToEnd).not.toContain(quick)
})

it('names the domains to whoever asks for one that has no long tests', () => {
  expect(() => longTestsOf(['lones'])).toThrow(/^"lones" has no long tests; these domains have: .*\bloans\b/)
})
