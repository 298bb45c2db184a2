import { fairness } from '#contract/calls/fairness.ts'
import { openOfflineTable } from '#device/database.ts'
import { checkSimulated, type PublishedSimDay, type SimulatedPriceVerdict } from '#rules/sim/check.ts'
import { checkCommitment, type SeedCommitmentCheck } from '#rules/sim/commitment.ts'
import { ApiError } from '../apiError.ts'
import { sendApiCall } from '../send.ts'
import { priceRecordWitness } from './record.ts'

const table = openOfflineTable('price-record')

/** A day's seed and its commitment; the commitment that this device saw first stays the one that counts. */
async function fetchPublishedDay(day: string): Promise<PublishedSimDay> {
  const { commit, seed, rule } = await sendApiCall(fairness.simSeed, { day })
  const name = `commit:${day}`
  const storedCommitment = await table.get<string>(name)
  if (storedCommitment === undefined && commit !== null) await table.set(name, commit)
  return { commit: storedCommitment ?? commit, seed, rule }
}

/** The lines of a day go after thirty days. */
const commitmentRetentionMs = 29 * 86_400_000

const sources = {
  day: fetchPublishedDay,
  lines: (symbol: string, from: number, to: number) => sendApiCall(fairness.recordedTicks, { symbol, from, to }),
  prove: async (symbol: string, sec: number) => {
    const { proof, ticks } = await priceRecordWitness.check(symbol, sec)
    return ticks.record && ticks.list && ticks.signature ? proof.leaf : undefined
  },
  isRecorded: async (day: string) => {
    if (Date.now() - Date.parse(day) > commitmentRetentionMs) return false
    try {
      await sendApiCall(fairness.recordHead, { day })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.key === 'NOT_FOUND') return false
      throw error
    }
  },
}

/** What became of a proved line. */
export interface SimulatedRecordCheck {
  verdict: SimulatedPriceVerdict
  /** Undefined where the seed is not known yet, or nothing was committed to. */
  commitment: SeedCommitmentCheck | undefined
}

/** Computes a proved line of the record again from the one before it, which is proved as well, and the seed of its day; and looks for that seed's commitment. */
export async function verifySimulatedRecord(line: string, sec: number): Promise<SimulatedRecordCheck> {
  const verdict = await checkSimulated(line, sources)
  const isSeedChecked = ['follows', 'differs', 'wrongSeed'].includes(verdict.state)
  return { verdict, commitment: isSeedChecked ? await checkCommitment(sec, sources) : undefined }
}
