import { asPartialObject } from '#api/stored/useDraft.ts'

/** Two currencies that are exchanged. */
export interface SwapPair {
  from: string
  to: string
}

export type SwapPairSide = keyof SwapPair

/** What has been typed into the swap: one of the two amounts. */
export interface SwapDraft {
  side: SwapPairSide
  amount: string
  pair: SwapPair
}

/** A draft as the tab kept it. An amount means nothing with other currencies: then nothing was typed. */
export const createSwapDraftParser =
  ({ from, to }: SwapPair) =>
  (stored: unknown): Partial<SwapDraft> => {
    const { side, amount, pair } = asPartialObject<SwapDraft>(stored)
    const storedPair = asPartialObject<SwapPair>(pair)
    if (storedPair.from !== from || storedPair.to !== to || (side !== 'from' && side !== 'to') || typeof amount !== 'string') return {}
    return { side, amount }
  }
