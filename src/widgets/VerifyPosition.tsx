import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { CheckedRecord } from '#api/priceRecord/witness.ts'
import { ApiError } from '#api/apiError.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import { converterOf, recheckPosition } from '#rules/recheck.ts'
import { Button } from '#ui/Button.tsx'
import { type RecordTick, RecordTicks } from './RecordTicks.tsx'
import styles from './RecordTicks.module.css'
import { ticksOf } from './ticksOf.tsx'
import { type AskedRecord, keepProofs, midOf, useRecordChecks } from './useRecordChecks.ts'

interface VerifyPositionProps {
  position: Position
  listed: MarketSymbol | undefined
}

/** "Verify" on a closed position: proves the two records and computes the result again, on this device (product §3.3). */
export function VerifyPosition({ position, listed }: VerifyPositionProps) {
  const asked = recordsOf(position, listed)
  const { isBusy, checked, error, canCheck, run } = useRecordChecks()
  const { t } = useLingui()
  useEffect(() => keepProofs(recordsOf(position, listed) ?? []), [position, listed])
  if (!asked) return null
  return (
    <div className={styles.block}>
      {checked && <RecordTicks ticks={[...ticksOf(checked), resultTick(position, listed, checked)]} />}
      {checked?.some(({ isKept }) => isKept) && (
        <p className={styles.note}>
          <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
        </p>
      )}
      {error && (
        <p className={styles.note} role="alert">
          <FailedCheck error={error} />
        </p>
      )}
      <Button
        kind="secondary"
        busy={isBusy}
        disabled={!canCheck}
        reason={t`This browser can check on secure addresses (https) only`}
        onClick={() => void run(asked)}
      >
        {checked ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>}
      </Button>
    </div>
  )
}

/** Why there is nothing to check. */
export function FailedCheck({ error }: { error: Error }) {
  if (error instanceof ApiError && error.key === 'NOT_FOUND')
    return <Trans>There is no record of this second any more, or there never was.</Trans>
  return error.message
}

/** What was practised on this device alone has no record of ours, and what is open has no result yet. */
function recordsOf({ symbol, orderNo, status, openSec, closeSec }: Position, listed: MarketSymbol | undefined): AskedRecord[] | undefined {
  if (status !== positionStatus.closed || closeSec === undefined || orderNo.startsWith('PAPER')) return undefined
  const converter = listed && converterOf(listed)
  const own = [...new Set([openSec, closeSec])].map((sec) => ({ symbol, sec }))
  return converter === undefined ? own : [...own, { symbol: converter, sec: closeSec }]
}

function resultTick(position: Position, listed: MarketSymbol | undefined, checked: readonly CheckedRecord[]): RecordTick {
  const title = <Trans>Your result follows from it</Trans>
  const { symbol, openSec, closeSec = 0 } = position
  const open = midOf(checked, symbol, openSec)
  const close = midOf(checked, symbol, closeSec)
  const rate = listed && midOf(checked, converterOf(listed) ?? '', closeSec)
  const compared =
    listed && open && close
      ? recheckPosition(position, listed, {
          openMid: asDecimal(open),
          closeMid: asDecimal(close),
          closeRate: rate === undefined ? undefined : asDecimal(rate),
        })
      : undefined
  if (!compared) return { key: 'result', state: 'open', title, text: <Trans>This market's terms are not known here right now.</Trans> }
  const wrong = compared.find(({ isSame }) => !isSame)
  if (!wrong)
    return {
      key: 'result',
      state: 'good',
      title,
      text: <Trans>Prices, profit, fee and what came back: computed again, the same to the last digit</Trans>,
    }
  const { shown, computed } = wrong
  return {
    key: 'result',
    state: 'bad',
    title,
    text: (
      <Trans>
        The receipt says {shown}, computed is {computed}
      </Trans>
    ),
  }
}
