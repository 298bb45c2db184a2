import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest of each run, as a machine that has run none of them yet should begin: at the end of a run nothing long is left
 * for one worker alone. Where they stand here is a matter of time only; a file that is missing costs some of it.
 */
const long = [
  'offline/shell.e2e',
  'network/brokenNetwork.e2e',
  'tables/screens.e2e',
  'offline/reads.e2e',
  'offline/frame.e2e',
  'account/otherWays.e2e',
  'account/keepingSafe.e2e',
  'wallet/moneyInAndOut.e2e',
  'notifications/notifications.e2e',
  'operator/command.test',
  'server/start.test',
  'trading/killedServer.integration',
  'trading/twoServers.integration',
  'http/anyField.test',
  'bonds/debts.integration',
  'trading/violentDays.integration',
  'account/account.test',
  'products/products.integration',
  'tables/authorization.test',
  'push/push.test',
  'market/priceRecord.integration',
  'fairness/verifyRecord.integration',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((name) => moduleId.includes(name))
  return place < 0 ? long.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
