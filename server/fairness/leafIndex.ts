import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { LeafIndexLookup } from '../core/leafIndex.ts'
import { priceRecordLogOfFeed } from './log.ts'
import { createPriceRecordProofReader } from './proofs.ts'

const mostKept = 10_000

/** Reads places from the record. One that is known never changes and is kept in memory, the oldest goes first. */
export function createLeafIndexLookup({ config, db, market }: Pick<AppContext, 'config' | 'db' | 'market'>): LeafIndexLookup {
  const log = priceRecordLogOfFeed(config.marketFeed, db)
  const proofs = createPriceRecordProofReader(db, market.specs, log)
  const known = new Map<string, number>()
  const placeOf = async (symbol: string, sec: number): Promise<number | null> => {
    const name = `${symbol} ${sec}`
    const cached = known.get(name)
    if (cached !== undefined) return cached
    const place = await proofs.place(symbol, sec).catch((error: unknown) => {
      // A day's records go after thirty days.
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (place === undefined) return null
    known.set(name, place)
    if (known.size > mostKept) known.delete(known.keys().next().value as string)
    return place
  }
  return async (records) => {
    const places: (number | null)[] = []
    // One after the other: neighbours in a list stand in the same blocks.
    for (const { symbol, sec } of records) places.push(await placeOf(symbol, sec))
    return places
  }
}
