import { useCallback, useState } from 'react'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import type { CheckedRecord } from '#api/priceRecord/witness.ts'

export interface AskedRecord {
  symbol: string
  sec: number
}

interface State {
  isBusy: boolean
  checked?: readonly CheckedRecord[] | undefined
  error?: Error | undefined
}

/** Proves records one after the other when told to. The checker's code comes with the first use. */
export function useRecordChecks() {
  const [state, setState] = useState<State>({ isBusy: false })
  const run = useCallback(async (asked: readonly AskedRecord[]): Promise<void> => {
    setState((before) => ({ checked: before.checked, isBusy: true }))
    try {
      const { witness } = await import('#api/priceRecord/record.ts')
      const checked: CheckedRecord[] = []
      for (const { symbol, sec } of asked) checked.push(await witness.check(symbol, sec))
      setState({ isBusy: false, checked })
    } catch (error) {
      setState({ isBusy: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }, [])
  return { ...state, run, canCheck: canHash() }
}

/** Proves them quietly while there is a connection, so that they can be checked later without one. */
export function keepProofs(asked: readonly AskedRecord[]): void {
  if (!canHash() || !navigator.onLine) return
  const keep = async (): Promise<void> => {
    const { witness } = await import('#api/priceRecord/record.ts')
    for (const { symbol, sec } of asked) await witness.check(symbol, sec)
  }
  // What is not signed yet or gets no answer is kept the next time it is looked at.
  if (asked.length > 0) keep().catch(() => undefined)
}

/** The price that a record says, once its text could be read. */
export const midOf = (checked: readonly CheckedRecord[], symbol: string, sec: number): string | undefined =>
  checked.find((one) => one.symbol === symbol && one.sec === sec)?.leaf?.price
