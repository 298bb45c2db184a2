import { Trans, useLingui } from '@lingui/react/macro'
import type { Position } from '#contract/calls/trading.ts'
import { positionStatus } from '#contract/states.ts'
import { receiptWithPositionValues } from '#rules/recheck/recheckPosition.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './FairnessCheckResultList.module.css'
import { ReceiptCheckResultList } from './receiptCheckResults.tsx'
import { useSettlementReceipt } from './useReceipt.ts'
import { useSettlementReceiptCheck } from './useReceiptCheck.ts'

/**
 * "Verify" on a closed position: proves the records that its receipt used and computes on this device what the position says, by the same rule as
 * the receipt's page (docs/rules/prices.md). What was practised on this device alone has no record of ours, and what is open has no result yet.
 */
export function ClosedPositionVerification({ position }: { position: Position }) {
  if (position.status !== positionStatus.closed || position.closeSec === undefined || position.orderNo.startsWith('PAPER')) return null
  return <PositionVerification position={position} />
}

function PositionVerification({ position }: { position: Position }) {
  const { receipt, error, isFetching, refetch } = useSettlementReceipt('position', position.id)
  const { isBusy, check, run, canCheck } = useSettlementReceiptCheck()
  const { t } = useLingui()
  const verify = async () => {
    // One that was read while the position ran says nothing of its end.
    const closed = receipt?.state === 'done' ? receipt : (await refetch()).data
    if (closed) await run(receiptWithPositionValues(closed, position))
  }
  return (
    <div className={styles.block}>
      {check && receipt && <ReceiptCheckResultList receipt={receipt} check={check} />}
      {error && !receipt && (
        <Text tone="muted" role="alert">
          {error.message}
        </Text>
      )}
      <Button
        kind="secondary"
        busy={isBusy || (isFetching && !receipt)}
        disabled={!canCheck}
        reason={t`This browser can check on secure addresses (https) only`}
        onClick={() => void verify()}
      >
        {check ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>}
      </Button>
    </div>
  )
}
