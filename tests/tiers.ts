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
  'server/market/createMarket.test.ts': 'real waiting',
  'server/notifications/push/killed.test.ts': 'kills servers',
  'server/operator/command.test.ts': 'starts servers',
  'server/passkeys/intruder.test.ts': 'every call',
  'server/start.test.ts': 'starts servers',
  'src/rules/sim/expectedVolatility.test.ts': 'much computing',
  'tests/bonds/debts.money.test.ts': 'rare edges',
  'tests/bonds/debtsMany.money.test.ts': 'many at once',
  'tests/bonds/debtsRace.money.test.ts': 'many at once',
  'tests/bonds/debtsTwoPeople.money.test.ts': 'many at once',
  'tests/competitions/competitionsKilled.money.test.ts': 'kills servers',
  'tests/competitions/competitionsMany.money.test.ts': 'many at once',
  'tests/dataRights/dataRightsKilled.money.test.ts': 'kills servers',
  'tests/deposits/nodesWhole.money.test.ts': 'real waiting',
  'tests/fairness/followsFromSeed.money.test.ts': 'much computing',
  'tests/fairness/seedCommitment.money.test.ts': 'starts servers',
  'tests/ieo/ieoMany.money.test.ts': 'many at once',
  'tests/ieo/ieoRaces.money.test.ts': 'many at once',
  'tests/ledger/crash.money.test.ts': 'kills servers',
  'tests/ledger/ledger.money.test.ts': 'random runs',
  'tests/loans/loansMany.money.test.ts': 'many at once',
  'tests/loans/loansRaces.money.test.ts': 'many at once',
  'tests/market/leaseMarket.money.test.ts': 'real waiting',
  'tests/options/optionPricing.money.test.ts': 'much computing',
  'tests/options/optionsMany.money.test.ts': 'many at once',
  'tests/products/productsMany.money.test.ts': 'many at once',
  'tests/products/productsRace.money.test.ts': 'many at once',
  'tests/secondContracts/secondContractsMany.money.test.ts': 'many at once',
  'tests/spot/spotMany.money.test.ts': 'many at once',
  'tests/swap/swapMany.money.test.ts': 'many at once',
  'tests/trading/hostileFeed.money.test.ts': 'rare edges',
  'tests/trading/killedServer.money.test.ts': 'kills servers',
  'tests/trading/today.money.test.ts': 'much computing',
  'tests/trading/tradingMany.money.test.ts': 'many at once',
  'tests/trading/tradingReplay.money.test.ts': 'random runs',
  'tests/trading/twoServers.money.test.ts': 'kills servers',
  'tests/trading/violentDays.money.test.ts': 'random runs',
}

/** What most people do in each domain, in the built app on the real server. Every other end-to-end test is long. */
export const quickEndToEndTests: Record<string, string> = {
  'a launch without a network': 'tests/offline/frame.e2e.ts',
  'signing up': 'tests/account/signUp.e2e.ts',
  'a position, a language': 'tests/trading/openAndClose.e2e.ts',
  'a second contract, a swap': 'tests/trading/otherTrades.e2e.ts',
  'spot orders': 'tests/spot/spotOrders.e2e.ts',
  'an earn product': 'tests/products/hosting.e2e.ts',
  'a loan': 'tests/loans/borrowing.e2e.ts',
  'verification, deposit, withdrawal': 'tests/wallet/moneyInAndOut.e2e.ts',
  'a competition': 'tests/competitions/competition.e2e.ts',
  'notices without a network': 'tests/notifications/notifications.e2e.ts',
  'language and theme': 'tests/settings/languageAndTheme.e2e.ts',
}

const isEndToEnd = (file: string): boolean => file.endsWith('.e2e.ts')
const isTest = (file: string): boolean => isEndToEnd(file) || /\.test\.tsx?$/.test(file)
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
