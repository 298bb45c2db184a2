import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourcesUnder } from './tables/sources.ts'

type Reason =
  | 'kills servers'
  | 'starts servers'
  | 'many at once'
  | 'random runs'
  | 'every call'
  | 'real waiting'
  | 'much computing'
  | 'rare edges'

/**
 * The tests without a browser that take too long for every change, each with its reason; `npm run test:long` runs them. A rule of money that
 * one of these proves has a quick test too (tests/tables/moneyRules.ts).
 */
export const longTests: Record<string, Reason> = {
  'server/account/openStreams.test.ts': 'many at once',
  'server/db/embedded.test.ts': 'starts servers',
  'server/http/anyField.test.ts': 'every call',
  'server/http/oddInput.test.ts': 'every call',
  'server/main.test.ts': 'starts servers',
  'server/market/candles/history.test.ts': 'much computing',
  'server/market/candles/historyMoves.test.ts': 'much computing',
  'server/market/createMarket.test.ts': 'real waiting',
  'server/notifications/push/killed.test.ts': 'kills servers',
  'server/operator/command.test.ts': 'starts servers',
  'server/passkeys/intruder.test.ts': 'every call',
  'server/start.test.ts': 'starts servers',
  'src/rules/sim/expectedVolatility.test.ts': 'much computing',
  'tests/bonds/debts.integration.test.ts': 'rare edges',
  'tests/bonds/debtsMany.integration.test.ts': 'many at once',
  'tests/bonds/debtsRace.integration.test.ts': 'many at once',
  'tests/bonds/debtsTwoPeople.integration.test.ts': 'many at once',
  'tests/competitions/competitionsKilled.integration.test.ts': 'kills servers',
  'tests/competitions/competitionsMany.integration.test.ts': 'many at once',
  'tests/dataRights/dataRightsKilled.integration.test.ts': 'kills servers',
  'tests/deposits/nodesWhole.integration.test.ts': 'real waiting',
  'tests/fairness/followsFromSeed.integration.test.ts': 'much computing',
  'tests/fairness/verifyHeld.integration.test.ts': 'much computing',
  'tests/fairness/seedCommitment.integration.test.ts': 'starts servers',
  'tests/ieo/ieoMany.integration.test.ts': 'many at once',
  'tests/ieo/ieoRaces.integration.test.ts': 'many at once',
  'tests/ledger/crash.integration.test.ts': 'kills servers',
  'tests/ledger/ledger.integration.test.ts': 'random runs',
  'tests/loans/loansMany.integration.test.ts': 'many at once',
  'tests/loans/loansRaces.integration.test.ts': 'many at once',
  'tests/market/leaseMarket.integration.test.ts': 'real waiting',
  'tests/options/optionPricing.integration.test.ts': 'much computing',
  'tests/options/optionsMany.integration.test.ts': 'many at once',
  'tests/products/productsMany.integration.test.ts': 'many at once',
  'tests/products/productsRace.integration.test.ts': 'many at once',
  'tests/secondContracts/secondContractsMany.integration.test.ts': 'many at once',
  'tests/spot/spotMany.integration.test.ts': 'many at once',
  'tests/swap/swapMany.integration.test.ts': 'many at once',
  'tests/trading/hostileFeed.integration.test.ts': 'rare edges',
  'tests/trading/killedServer.integration.test.ts': 'kills servers',
  'tests/trading/today.integration.test.ts': 'much computing',
  'tests/trading/tradingMany.integration.test.ts': 'many at once',
  'tests/trading/tradingReplay.integration.test.ts': 'random runs',
  'tests/trading/twoServers.integration.test.ts': 'kills servers',
  'tests/trading/violentDays.integration.test.ts': 'random runs',
}

/** What most people do in each domain, in the built app on the real server. Every other end-to-end test is long. */
export const quickEndToEndTests: Record<string, string> = {
  'a launch without a network': 'tests/offline/frame.e2e.test.ts',
  'signing up': 'tests/account/signUp.e2e.test.ts',
  'a position, a language': 'tests/trading/openAndClose.e2e.test.ts',
  'a second contract, a swap': 'tests/trading/otherTrades.e2e.test.ts',
  'spot orders': 'tests/spot/spotOrders.e2e.test.ts',
  'an earn product': 'tests/products/hosting.e2e.test.ts',
  'a loan': 'tests/loans/borrowing.e2e.test.ts',
  'verification, deposit, withdrawal': 'tests/wallet/moneyInAndOut.e2e.test.ts',
  'a competition': 'tests/competitions/competition.e2e.test.ts',
  'notices without a network': 'tests/notifications/notifications.e2e.test.ts',
  'language and theme': 'tests/settings/languageAndTheme.e2e.test.ts',
}

/** Whether a test file opens the built app in a browser. */
export const isEndToEnd = (file: string): boolean => file.endsWith('.e2e.test.ts')
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const quickFiles = Object.values(quickEndToEndTests)

/** Whether a test file is one of `npm test`. */
export const isQuick = (file: string): boolean => (isEndToEnd(file) ? quickFiles.includes(file) : !(file in longTests))

export interface LongTests {
  /** Without a browser. */
  tests: string[]
  endToEnd: string[]
}

/** What `npm test` leaves out, of these domains or of all. Throws a sentence for a domain that has none. */
export function longTestsOf(domains: readonly string[] = []): LongTests {
  const all = ['src', 'sw', 'server', 'tests'].flatMap(sourcesUnder).filter(isTest)
  const long = all.filter((file) => !isQuick(file))
  const known = new Set(long.map(domainOf))
  const unknown = domains.find((domain) => !known.has(domain))
  if (unknown !== undefined) throw new Error(`"${unknown}" has no long tests; these domains have: ${[...known].toSorted().join(', ')}.`)
  const asked = domains.length > 0 ? long.filter((file) => domains.includes(domainOf(file))) : long
  return { tests: asked.filter((file) => !isEndToEnd(file)), endToEnd: asked.filter(isEndToEnd) }
}

/** A test's domain is its folder: tests/loans, server/loans and src/screens/loans are all loans, server/main.test.ts is of the server. */
export function domainOf(file: string): string {
  const [top = '', ...inside] = file.split('/').slice(0, -1)
  const folders = top === 'src' && inside.length > 1 && ['screens', 'widgets'].includes(inside[0] ?? '') ? inside.slice(1) : inside
  return folders[0] ?? top
}

/** Fails the run where a line above names no file. */
export function checkTiers(): void {
  const gone = [...Object.keys(longTests), ...quickFiles].find((file) => !existsSync(join(root, file)))
  if (gone !== undefined) throw new Error(`tests/tiers.ts names ${gone}, which does not exist.`)
}
