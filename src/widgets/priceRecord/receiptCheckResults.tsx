import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { Text } from '#ui/Text.tsx'
import { type FairnessCheckResult, FairnessCheckResultList } from './FairnessCheckResultList.tsx'
import { isUsedPriceRecordConfirmed, isUsedPriceRecordUnchecked, type SettlementReceiptCheck } from './receiptCheck.ts'
import { priceRecordCheckResults } from './recordCheckResults.tsx'
import { simulationSeedCheckResults } from './seedCheckResults.tsx'
import { useSimulationSeedChecks } from './useSeedChecks.ts'

interface ReceiptCheckResultListProps {
  receipt: Pick<SettlementReceipt, 'figures'>
  check: SettlementReceiptCheck
}

/** What came of a check: the record, the list, the signature, the seed of simulated prices, and whether the result follows. */
export function ReceiptCheckResultList({ receipt, check }: ReceiptCheckResultListProps) {
  const verifiedRecords = useMemo(() => check.records.flatMap(({ checked }) => checked ?? []), [check])
  const seedTicks = simulationSeedCheckResults(useSimulationSeedChecks(verifiedRecords))
  return (
    <>
      <FairnessCheckResultList ticks={checkResults(receipt, check, seedTicks)} />
      {verifiedRecords.some(({ isStored }) => isStored) && (
        <Text tone="muted">
          <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
        </Text>
      )}
    </>
  )
}

function checkResults(
  receipt: ReceiptCheckResultListProps['receipt'],
  check: SettlementReceiptCheck,
  seedTicks: readonly FairnessCheckResult[],
): FairnessCheckResult[] {
  const verifiedRecords = check.records.flatMap(({ checked }) => (checked ? [checked] : []))
  const open = check.records.find(isUsedPriceRecordUnchecked)
  const failedCheck = check.records.find(
    (recordCheck) => !isUsedPriceRecordUnchecked(recordCheck) && !isUsedPriceRecordConfirmed(recordCheck) && !recordCheck.checked,
  )
  return [
    ...(verifiedRecords.length > 0 ? priceRecordCheckResults(verifiedRecords) : []),
    ...seedTicks,
    ...(open || failedCheck
      ? [
          {
            key: 'open',
            state: failedCheck ? ('bad' as const) : ('open' as const),
            title: <Trans>Not every second could be proved</Trans>,
            text: (failedCheck ?? open)?.error?.message ?? '',
          },
        ]
      : []),
    { key: 'result', ...resultOf(receipt, check) },
  ]
}

function resultOf(
  receipt: ReceiptCheckResultListProps['receipt'],
  { records, steps, wrong }: SettlementReceiptCheck,
): Omit<FairnessCheckResult, 'key'> {
  const title = <Trans>Your result follows from it</Trans>
  if (!steps && records.some(isUsedPriceRecordUnchecked))
    return { state: 'open', title, text: <Trans>It is computed once every second is proved.</Trans> }
  if (!steps)
    return {
      state: 'open',
      title,
      text: <Trans>It cannot be computed here: a price record is missing, or this version of the app does not know the rule.</Trans>,
    }
  if (wrong) return { state: 'bad', title, text: <WrongFigureText {...wrong} /> }
  const count = receipt.figures.length
  return {
    state: 'good',
    title,
    text: <Trans>Computed again on this device: {count} figures, the same to the last digit</Trans>,
  }
}

function WrongFigureText({ shown, computed }: { shown: string; computed: string }) {
  return (
    <Trans>
      The receipt says {shown}, computed is {computed}
    </Trans>
  )
}
