import { parsePriceRecordLeaf, seedLogSymbol } from '../leaf.ts'
import { dayName, isPromised, type SimRecordSources } from './check.ts'
import { dayOf, startOfDayNumber } from './days.ts'

/** What the signed record of two days before says of a day's seed. */
export type SeedCommitmentCheck = {
  day: string
  /** Two days before. */
  before: string
} & (
  | {
      /** It committed to this seed and rule; or to another, or its line could not be proved. */
      state: 'stood' | 'differs'
      sec: number
    }
  | {
      /** Simulated prices were recorded that day and no commitment beside them; or none that it could stand beside: a server's first days, or days it was off. */
      state: 'missing' | 'none'
    }
)

interface CommitmentSources extends SimRecordSources {
  /** Whether there is a list of that day, and its lines are still kept. */
  isRecorded(day: string): Promise<boolean>
}

const daysAhead = 2
const hour = 3600
const hoursInDay = 24
const minute = 60
const alwaysOpenSymbol = 'BTCUSDT'

/** Compares the published seed of a second's day with its commitment in the record; undefined where that says nothing: before the day is over, and of `sim1`. */
export async function checkCommitment(sec: number, sources: CommitmentSources): Promise<SeedCommitmentCheck | undefined> {
  const number = dayOf(sec)
  const [day, previousDay] = [dayName(number), dayName(number - daysAhead)]
  const { seed, rule } = await sources.day(day)
  if (seed === null || rule !== 'sim2') return undefined
  if (!(await sources.isRecorded(previousDay))) return { state: 'none', day, before: previousDay }
  const dayStartSec = startOfDayNumber(number - daysAhead)
  const firstLogLine = await findFirstLogLine(dayStartSec, sources)
  if (!firstLogLine)
    return { state: (await wasFeedSimulatedForAnHour(dayStartSec, sources)) ? 'missing' : 'none', day, before: previousDay }
  const provedLine = await sources.prove(seedLogSymbol, firstLogLine.sec)
  const line = provedLine === undefined ? undefined : parsePriceRecordLeaf(provedLine)
  const [commit, committedRule, ...extraSources] = line?.sources ?? []
  const isSame =
    line?.mode === 'RULE' &&
    line.price === `${day.replaceAll('-', '')}.0000000000` &&
    committedRule === `rule=${rule}` &&
    extraSources.length === 0 &&
    (await isPromised({ commit: commit?.replace(/^commit=/, '') ?? null, seed, rule }))
  return { state: isSame ? 'stood' : 'differs', day, before: previousDay, sec: firstLogLine.sec }
}

/** The day's first line: another one after it would be a choice among seeds. */
async function findFirstLogLine(dayStartSec: number, { lines }: SimRecordSources) {
  for (let at = 0; at < hoursInDay; at++) {
    const from = dayStartSec + at * hour
    const [text] = await lines(seedLogSymbol, from, from + hour - 1)
    const line = text === undefined ? undefined : parsePriceRecordLeaf(text)
    if (line) return line
  }
  return undefined
}

/** Within an hour of running a server has committed. */
async function wasFeedSimulatedForAnHour(dayStartSec: number, { lines }: SimRecordSources): Promise<boolean> {
  let wasSimulated = false
  for (let at = 0; at < hoursInDay; at++) {
    const from = dayStartSec + at * hour
    const isSimulated = (await lines(alwaysOpenSymbol, from, from + minute - 1)).some((text) => parsePriceRecordLeaf(text)?.mode === 'SIM')
    if (wasSimulated && isSimulated) return true
    wasSimulated = isSimulated
  }
  return false
}
