import { Trans, useLingui } from '@lingui/react/macro'
import type { Settlement } from '#contract/calls/settlement.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { type RecordTick, RecordTicks } from '#widgets/RecordTicks.tsx'
import { ticksOf } from '#widgets/ticksOf.tsx'
import { useSettlementText } from './useSettlementText.ts'
import styles from './Settlement.module.css'
import { type FoundRecord, isGood, isOpen, type ReceiptCheck, useReceiptCheck } from './useReceiptCheck.ts'

/** The seconds that were read, each with its tick, and the button that proves all of them and the result (product §3.3). */
export function VerifyAll({ receipt }: { receipt: Settlement }) {
  const { t } = useLingui()
  const { isBusy, check, run, canCheck } = useReceiptCheck(receipt)
  const found = (at: number) => check?.records[at]
  return (
    <>
      {receipt.priceRecords.length > 0 && (
        <ul className={styles.records}>
          {receipt.priceRecords.map((used, at) => (
            <li key={`${used.use} ${used.symbol} ${used.sec}`} className={styles.record}>
              <UsedRecord used={used} found={found(at)} />
            </li>
          ))}
        </ul>
      )}
      {check && <RecordTicks ticks={ticksOfCheck(receipt, check)} />}
      {check?.records.some(({ checked }) => checked?.isKept) && (
        <p className={styles.note}>
          <Trans>Without a connection: checked again from the proofs that this device keeps.</Trans>
        </p>
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

type Used = Settlement['priceRecords'][number]

function UsedRecord({ used, found }: { used: Used; found: FoundRecord | undefined }) {
  const { treeDay, leafIndex, mean = 0 } = used
  const seconds = formatAmount(String(mean), 0)
  const place = leafIndex === null ? undefined : formatAmount(String(leafIndex + 1), 0)
  const state = found === undefined ? undefined : isOpen(found) ? 'open' : isGood(found) ? 'good' : 'bad'
  return (
    <>
      <span className={styles.recordMain}>
        <span>
          {used.symbol} · {formatTime(used.sec * 1000)}
        </span>
        <span className={styles.recordPrice}>{used.price === null ? <Trans>No record</Trans> : formatAmount(used.price, 10)}</span>
      </span>
      <span className={styles.recordPlace}>
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
      </span>
    </>
  )
}

function ticksOfCheck(receipt: Settlement, check: ReceiptCheck): RecordTick[] {
  const proved = check.records.flatMap(({ checked }) => (checked ? [checked] : []))
  const open = check.records.find(isOpen)
  const bad = check.records.find((found) => !isOpen(found) && !isGood(found) && !found.checked)
  return [
    ...(proved.length > 0 ? ticksOf(proved) : []),
    ...(open || bad
      ? [
          {
            key: 'open',
            state: bad ? ('bad' as const) : ('open' as const),
            title: <Trans>Not every second could be proved</Trans>,
            text: (bad ?? open)?.error?.message ?? '',
          },
        ]
      : []),
    { key: 'result', ...resultOf(receipt, check) },
  ]
}

function resultOf(receipt: Settlement, { steps, wrong }: ReceiptCheck): Omit<RecordTick, 'key'> {
  const title = <Trans>Your result follows from it</Trans>
  if (!steps) return { state: 'open', title, text: <Trans>It is computed once every second is proved.</Trans> }
  if (wrong) return { state: 'bad', title, text: <WrongText {...wrong} /> }
  const count = receipt.figures.length
  return {
    state: 'good',
    title,
    text: <Trans>Computed again on this device: {count} figures, the same to the last digit</Trans>,
  }
}

function WrongText({ shown, computed }: { shown: string; computed: string }) {
  return (
    <Trans>
      The receipt says {shown}, computed is {computed}
    </Trans>
  )
}

/** The receipt as plain lines, to copy or to send. */
export function useReceiptText(receipt: Settlement): () => string {
  const { nameOf, valueOf } = useSettlementText(receipt.formula)
  return () =>
    [
      `Fairlead · ${receipt.orderNo || `${receipt.refType} ${receipt.refId}`} · ${formatTime(receipt.time)}`,
      ...(receipt.competition ? [receipt.competition.name] : []),
      ...receipt.figures.map(({ name, value, unit }) => `${nameOf(name)}: ${valueOf(name, value, unit)}`),
      ...receipt.priceRecords.map(
        ({ symbol, sec, price, treeDay, leafIndex }) => `${symbol} ${sec}: ${price ?? '—'} (${treeDay} #${leafIndex ?? '—'})`,
      ),
    ].join('\n')
}
