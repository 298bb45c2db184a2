import { useCallback, useState } from 'react'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import { sendApiCall } from '#api/send.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { Settlement } from '#contract/calls/settlement.ts'
import type { SettlementReceiptCheck } from './receiptCheck.ts'

/** Proves what a receipt used and computes it again on this device, when told to. The checker's code comes with the first use. */
export function useSettlementReceiptCheck() {
  const [isBusy, setBusy] = useState(false)
  const [check, setCheck] = useState<SettlementReceiptCheck>()
  const run = useCallback(async (receipt: Settlement): Promise<void> => {
    setBusy(true)
    try {
      const [{ checkSettlementReceipt }, { priceRecordWitness }] = await Promise.all([
        import('./checkReceipt.ts'),
        import('#api/priceRecord/record.ts'),
      ])
      setCheck(
        await checkSettlementReceipt(receipt, {
          check: priceRecordWitness.check,
          lines: (symbol, from, to) => sendApiCall(fairness.recordedTicks, { symbol, from, to }),
        }),
      )
    } catch (error) {
      // The checker's own code could not be fetched: nothing was looked at.
      const reason = error instanceof Error ? error : new Error(String(error))
      setCheck({ records: receipt.priceRecords.map((used) => ({ used, error: reason })), steps: undefined, wrong: undefined })
    } finally {
      setBusy(false)
    }
  }, [])
  return { isBusy, check, run, canCheck: canHash() }
}
