import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { VerifiedPriceRecord } from '#api/priceRecord/witness.ts'
import { ApiError } from '#api/apiError.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import { usdtConverterSymbolOf, recheckPosition } from '#rules/recheck/recheck.ts'
import { Button } from '#ui/Button.tsx'
import { type FairnessCheckResult, FairnessCheckResultList } from './FairnessCheckResultList.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './FairnessCheckResultList.module.css'
import { simulationSeedCheckResults } from './seedCheckResults.tsx'
import { priceRecordCheckResults } from './recordCheckResults.tsx'
import { type PriceRecordToCheck, storePriceRecordProofs, recordedMidPrice, usePriceRecordChecks } from './useRecordChecks.ts'
import { useSimulationSeedChecks } from './useSeedChecks.ts'

interface ClosedPositionVerificationProps {
  position: Position
  market: MarketSymbol | undefined
}

/** "Verify" on a closed position: proves the two records and computes the result again, on this device (docs/rules/prices.md). */
export function ClosedPositionVerification({ position, market }: ClosedPositionVerificationProps) {
  const records = recordsToCheck(position, market)
  const { isBusy, checked, error, canCheck, run } = usePriceRecordChecks()
  const seedChecks = useSimulationSeedChecks(checked)
  const { t } = useLingui()
  useEffect(() => storePriceRecordProofs(recordsToCheck(position, market) ?? []), [position, market])
  if (!records) return null
  return (
    <div className={styles.block}>
      {checked && (
        <FairnessCheckResultList
          ticks={[...priceRecordCheckResults(checked), ...simulationSeedCheckResults(seedChecks), resultTick(position, market, checked)]}
        />
      )}
      {checked?.some(({ isStored }) => isStored) && (
        <Text tone="muted">
          <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
        </Text>
      )}
      {error && (
        <Text tone="muted" role="alert">
          <FairnessCheckError error={error} />
        </Text>
      )}
      <Button
        kind="secondary"
        busy={isBusy}
        disabled={!canCheck}
        reason={t`This browser can check on secure addresses (https) only`}
        onClick={() => void run(records)}
      >
        {checked ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>}
      </Button>
    </div>
  )
}

/** Why there is nothing to check. */
export function FairnessCheckError({ error }: { error: Error }) {
  if (error instanceof ApiError && error.key === 'NOT_FOUND')
    return <Trans>There is no record of this second any more, or there never was.</Trans>
  return error.message
}

/** What was practised on this device alone has no record of ours, and what is open has no result yet. */
function recordsToCheck(
  { symbol, orderNo, status, openSec, closeSec }: Position,
  market: MarketSymbol | undefined,
): PriceRecordToCheck[] | undefined {
  if (status !== positionStatus.closed || closeSec === undefined || orderNo.startsWith('PAPER')) return undefined
  const converter = market && usdtConverterSymbolOf(market)
  const tickSeconds = [...new Set([openSec, closeSec])].map((sec) => ({ symbol, sec }))
  return converter === undefined ? tickSeconds : [...tickSeconds, { symbol: converter, sec: closeSec }]
}

function resultTick(position: Position, market: MarketSymbol | undefined, checked: readonly VerifiedPriceRecord[]): FairnessCheckResult {
  const title = <Trans>Your result follows from it</Trans>
  const { symbol, openSec, closeSec = 0 } = position
  const open = recordedMidPrice(checked, symbol, openSec)
  const close = recordedMidPrice(checked, symbol, closeSec)
  const rate = market && recordedMidPrice(checked, usdtConverterSymbolOf(market) ?? '', closeSec)
  const comparedFigures =
    market && open && close
      ? recheckPosition(position, market, {
          openMid: asDecimal(open),
          closeMid: asDecimal(close),
          closeRate: rate === undefined ? undefined : asDecimal(rate),
        })
      : undefined
  if (!comparedFigures)
    return { key: 'result', state: 'open', title, text: <Trans>This market's terms are not known here right now.</Trans> }
  const wrong = comparedFigures.find(({ isSame }) => !isSame)
  if (!wrong)
    return {
      key: 'result',
      state: 'good',
      title,
      text: <Trans>Prices, profit, fee and what came back: computed again, the same to the last digit</Trans>,
    }
  const { reported: shown, computed } = wrong
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
