import { useCallback, useState } from 'react'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import type { PriceRecordVerification } from '#api/priceRecord/witness.ts'

export interface PriceRecordToCheck {
  symbol: string
  sec: number
}

interface PriceRecordCheckState {
  isBusy: boolean
  checked?: readonly PriceRecordVerification[] | undefined
  error?: Error | undefined
}

/** Proves records one after the other when told to. The checker's code comes with the first use. */
export function usePriceRecordChecks() {
  const [state, setState] = useState<PriceRecordCheckState>({ isBusy: false })
  const run = useCallback(async (records: readonly PriceRecordToCheck[]): Promise<void> => {
    setState((previous) => ({ checked: previous.checked, isBusy: true }))
    try {
      const { priceRecordWitness } = await import('#api/priceRecord/record.ts')
      const checked: PriceRecordVerification[] = []
      for (const { symbol, sec } of records) checked.push(await priceRecordWitness.check(symbol, sec))
      setState({ isBusy: false, checked })
    } catch (error) {
      setState({ isBusy: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }, [])
  return { ...state, run, canCheck: canHash() }
}

/** Proves them quietly while there is a connection, so that they can be checked later without one. */
export function storePriceRecordProofs(records: readonly PriceRecordToCheck[]): void {
  if (!canHash() || !navigator.onLine) return
  const storeProofs = async (): Promise<void> => {
    const { priceRecordWitness } = await import('#api/priceRecord/record.ts')
    for (const { symbol, sec } of records) await priceRecordWitness.check(symbol, sec)
  }
  // What is not signed yet or gets no answer is kept the next time it is looked at.
  if (records.length > 0) storeProofs().catch(() => undefined)
}
