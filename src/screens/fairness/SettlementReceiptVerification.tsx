import { Trans, useLingui } from '@lingui/react/macro'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import {
  isUsedPriceRecordConfirmed,
  isUsedPriceRecordUnchecked,
  type UsedPriceRecordCheck,
  type UsedPriceRecord,
} from '#widgets/priceRecord/receiptCheck.ts'
import { ReceiptCheckResultList } from '#widgets/priceRecord/receiptCheckResults.tsx'
import { useSettlementReceiptCheck } from '#widgets/priceRecord/useReceiptCheck.ts'
import { useSettlementTexts } from './useSettlementTexts.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Settlement.module.css'

/** The seconds that were read, each with its tick, and the button that proves all of them and the result (docs/rules/prices.md). */
export function SettlementReceiptVerification({ receipt }: { receipt: SettlementReceipt }) {
  const { t } = useLingui()
  const { isBusy, check, run, canCheck } = useSettlementReceiptCheck()
  const recordCheck = (at: number) => check?.records[at]
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
      {check && <ReceiptCheckResultList receipt={receipt} check={check} />}
      <Button
        size="large"
        wide
        busy={isBusy}
        disabled={!canCheck}
        reason={t`This browser can check on secure addresses (https) only`}
        onClick={() => void run(receipt)}
      >
        {check ? <Trans>Verify again</Trans> : <Trans>Verify all</Trans>}
      </Button>
    </>
  )
}

function UsedRecordRow({ used, found: recordCheck }: { used: UsedPriceRecord; found: UsedPriceRecordCheck | undefined }) {
  const { treeDay, leafIndex, mean = 0 } = used
  const seconds = formatAmount(String(mean), 0)
  const place = leafIndex === null ? undefined : formatAmount(String(leafIndex + 1), 0)
  const state =
    recordCheck === undefined
      ? undefined
      : isUsedPriceRecordUnchecked(recordCheck)
        ? 'open'
        : isUsedPriceRecordConfirmed(recordCheck)
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

/** The receipt as plain lines, to copy or to send. */
export function useSettlementReceiptTextBuilder(receipt: SettlementReceipt): () => string {
  const { nameOf, valueOf } = useSettlementTexts(receipt.formula)
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
