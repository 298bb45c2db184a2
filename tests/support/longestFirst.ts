import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take more than half a minute, as a machine that has run none of them yet should begin: at the end of a run nothing long is
 * left for one worker alone. Where they stand here is a matter of time only; a file that is missing costs some of it.
 */
const long = [
  'offline/shell.spec',
  'network/brokenNetwork.spec',
  'tables/screens.spec',
  'offline/reads.spec',
  'account/otherWays.spec',
  'account/keepingSafe.spec',
  'money/violentDays.test',
  'money/killedServer.test',
  'money/twoServers.test',
  'server/start.test',
  'money/debts.test',
  'operator/command.test',
  'money/competitionsKilled.test',
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
