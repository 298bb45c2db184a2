import { useCallback, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import { sendApiCall } from '#api/send.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { settlement, type SettlementReceipt } from '#contract/calls/settlement.ts'
import { isSettlementReceiptConfirmed, type SettlementReceiptCheck } from './receiptCheck.ts'

/**
 * Proves what a receipt used and computes it again on this device, when told to. The checker's code comes with the first use. Where all of
 * something that is over came out the same, the server is told so: that does the task of checking a result (docs/rules/levels-and-team.md).
 */
export function useSettlementReceiptCheck() {
  const [isBusy, setBusy] = useState(false)
  const [check, setCheck] = useState<SettlementReceiptCheck>()
  const { mutate: report } = useApiWrite(settlement.verified, { errors: 'inline' })
  const run = useCallback(
    async (receipt: SettlementReceipt): Promise<void> => {
      setBusy(true)
      try {
        const [{ checkSettlementReceipt }, { priceRecordWitness }] = await Promise.all([
          import('./checkReceipt.ts'),
          import('#api/priceRecord/record.ts'),
        ])
        const found = await checkSettlementReceipt(receipt, {
          check: priceRecordWitness.check,
          lines: (symbol, from, to) => sendApiCall(fairness.recordedTicks, { symbol, from, to }),
        })
        setCheck(found)
        const { refType, refId, state } = receipt
        if (state === 'done' && isSettlementReceiptConfirmed(found) && navigator.onLine) report({ body: { refType, refId } })
      } catch (error) {
        // The checker's own code could not be fetched: nothing was looked at.
        const reason = error instanceof Error ? error : new Error(String(error))
        setCheck({ records: receipt.priceRecords.map((used) => ({ used, error: reason })), steps: undefined, wrong: undefined })
      } finally {
        setBusy(false)
      }
    },
    [report],
  )
  return { isBusy, check, run, canCheck: canHash() }
}
