import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take more than half a minute, as a machine that has run none of them yet should begin: at the end of a run nothing long is
 * left for one worker alone. Where they stand here is a matter of time only; a file that is missing costs some of it.
 */
const long = [
  'offline/shell.e2e',
  'network/brokenNetwork.e2e',
  'tables/screens.e2e',
  'offline/reads.e2e',
  'account/otherWays.e2e',
  'account/keepingSafe.e2e',
  'trading/killedServer.long',
  'trading/twoServers.long',
  'server/start.test',
  'http/anyField.test',
  'trading/violentDays.money',
  'operator/command.test',
  'bonds/debts.money',
  'db/embedded.test',
  'account/account.test',
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
