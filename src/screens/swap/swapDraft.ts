import { partsOf } from '#api/useDraft.ts'

/** Two currencies that are exchanged. */
export interface Pair {
  from: string
  to: string
}

export type Side = keyof Pair

/** What has been typed into the swap: one of the two amounts. */
export interface SwapDraft {
  side: Side
  amount: string
  pair: Pair
}

/** A draft as the tab kept it. An amount means nothing with other currencies: then nothing was typed. */
export const readSwapDraft =
  ({ from, to }: Pair) =>
  (kept: unknown): Partial<SwapDraft> => {
    const { side, amount, pair } = partsOf<SwapDraft>(kept)
    const of = partsOf<Pair>(pair)
    if (of.from !== from || of.to !== to || (side !== 'from' && side !== 'to') || typeof amount !== 'string') return {}
    return { side, amount }
  }
