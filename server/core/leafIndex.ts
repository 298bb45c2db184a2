/** A record that was used: of which market, in which second. */
interface UsedRecord {
  symbol: string
  sec: number
}

/**
 * Where each of these records stands in its day's signed list, in the same order; null where it is not signed yet, or no longer kept. Handed to
 * modules (server/modules.ts).
 */
export type LeafIndexLookup = (records: readonly UsedRecord[]) => Promise<(number | null)[]>
