import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Settlement } from '#contract/calls/settlement.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { type FairnessCheckResult, FairnessCheckResultList } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { simulationSeedCheckResults } from '#widgets/priceRecord/seedCheckResults.tsx'
import { priceRecordCheckResults } from '#widgets/priceRecord/recordCheckResults.tsx'
import { useSimulationSeedChecks } from '#widgets/priceRecord/useSeedChecks.ts'
import { useSettlementText } from './useSettlementText.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Settlement.module.css'
import {
  type SettlementRecordCheck,
  isSettlementRecordConfirmed,
  isSettlementRecordUnchecked,
  type SettlementReceiptCheck,
  useSettlementReceiptCheck,
} from './useReceiptCheck.ts'

/** The seconds that were read, each with its tick, and the button that proves all of them and the result (docs/rules/prices.md). */
export function SettlementReceiptVerification({ receipt }: { receipt: Settlement }) {
  const { t } = useLingui()
  const { isBusy, check, run, canCheck } = useSettlementReceiptCheck(receipt)
  const recordCheck = (at: number) => check?.records[at]
  const verifiedRecords = useMemo(() => check?.records.flatMap(({ checked }) => checked ?? []), [check])
  const seedTicks = simulationSeedCheckResults(useSimulationSeedChecks(verifiedRecords))
  return (
    <>
      {receipt.priceRecords.length > 0 && (
        <ul className={styles.records}>
          {receipt.priceRecords.map((used, at) => (
            <li key={`${used.use} ${used.symbol} ${used.sec}`} className={styles.record}>
              <UsedRecordRow used={used} found={recordCheck(at)} />
            </li>
          ))}
        </ul>
      )}
      {check && <FairnessCheckResultList ticks={checkResults(receipt, check, seedTicks)} />}
      {check?.records.some(({ checked }) => checked?.isStored) && (
        <Text tone="muted">
          <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
        </Text>
      )}
      <Button
        size="large"
        wide
        busy={isBusy}
        disabled={!canCheck}
        reason={t`This browser can check on secure addresses (https) only`}
        onClick={() => void run()}
      >
        {check ? <Trans>Verify again</Trans> : <Trans>Verify all</Trans>}
      </Button>
    </>
  )
}

type UsedPriceRecord = Settlement['priceRecords'][number]

function UsedRecordRow({ used, found: recordCheck }: { used: UsedPriceRecord; found: SettlementRecordCheck | undefined }) {
  const { treeDay, leafIndex, mean = 0 } = used
  const seconds = formatAmount(String(mean), 0)
  const place = leafIndex === null ? undefined : formatAmount(String(leafIndex + 1), 0)
  const state =
    recordCheck === undefined
      ? undefined
      : isSettlementRecordUnchecked(recordCheck)
        ? 'open'
        : isSettlementRecordConfirmed(recordCheck)
          ? 'good'
          : 'bad'
  return (
    <>
      <Row as="span" wrap justify="between" gap={3} rowGap={0}>
        <span>
          {used.symbol} · {formatDateTime(used.sec * 1000)}
        </span>
        <Text as="span" size="inherit" weight="medium" tabular>
          {used.price === null ? <Trans>No record</Trans> : formatAmount(used.price, 10)}
        </Text>
      </Row>
      <Row as="span" wrap justify="between" gap={3} rowGap={0} className={styles.recordPlace}>
        {used.mean !== undefined ? (
          <Trans>The mean of {seconds} seconds before it</Trans>
        ) : used.price === null ? (
          <Trans>The record has nothing for this second</Trans>
        ) : place === undefined ? (
          <Trans>{treeDay}, not signed yet or no longer kept</Trans>
        ) : (
          <Trans>
            {treeDay}, number {place} of the day's list
          </Trans>
        )}
        {state && (
          <span className={styles.mark} data-state={state}>
            {state === 'good' ? <Trans>Proved</Trans> : state === 'bad' ? <Trans>Wrong</Trans> : <Trans>Not checked</Trans>}
          </span>
        )}
      </Row>
    </>
  )
}

function checkResults(
  receipt: Settlement,
  check: SettlementReceiptCheck,
  seedTicks: readonly FairnessCheckResult[],
): FairnessCheckResult[] {
  const verifiedRecords = check.records.flatMap(({ checked }) => (checked ? [checked] : []))
  const open = check.records.find(isSettlementRecordUnchecked)
  const failedCheck = check.records.find(
    (recordCheck) => !isSettlementRecordUnchecked(recordCheck) && !isSettlementRecordConfirmed(recordCheck) && !recordCheck.checked,
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

function resultOf(receipt: Settlement, { steps, wrong }: SettlementReceiptCheck): Omit<FairnessCheckResult, 'key'> {
  const title = <Trans>Your result follows from it</Trans>
  if (!steps) return { state: 'open', title, text: <Trans>It is computed once every second is proved.</Trans> }
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

/** The receipt as plain lines, to copy or to send. */
export function useSettlementReceiptText(receipt: Settlement): () => string {
  const { nameOf, valueOf } = useSettlementText(receipt.formula)
  return () =>
    [
      `Fairlead · ${receipt.orderNo || `${receipt.refType} ${receipt.refId}`} · ${formatDateTime(receipt.time)}`,
      ...(receipt.competition ? [receipt.competition.name] : []),
      ...receipt.figures.map(({ name, value, unit }) => `${nameOf(name)}: ${valueOf(name, value, unit)}`),
      ...receipt.priceRecords.map(
        ({ symbol, sec, price, treeDay, leafIndex }) => `${symbol} ${sec}: ${price ?? '—'} (${treeDay} #${leafIndex ?? '—'})`,
      ),
    ].join('\n')
}
