import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { formatTime } from '#i18n/date.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { wordsOfBucket, wordsOfRecord } from '#widgets/recordWords.ts'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'

/** Everything that the ledger says about one movement, to the last decimal. */
export function RecordSheet({ record, onClose }: { record: BalanceRecord | undefined; onClose: () => void }) {
  const { i18n, t } = useLingui()
  // While the sheet leaves, it still shows what it showed.
  const [shown, setShown] = useState(record)
  useEffect(() => {
    if (record) setShown(record)
  }, [record])
  return (
    <Sheet
      open={record !== undefined}
      onClose={onClose}
      title={shown ? i18n._(wordsOfRecord(shown)) : t`Record`}
      footer={shown && <SettlementLink type={shown.refType} id={shown.refId} wide />}
    >
      {shown && <Facts record={shown} />}
    </Sheet>
  )
}

function Facts({ record }: { record: BalanceRecord }) {
  const { i18n, t } = useLingui()
  const { currency } = record
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t`Amount`}>
          <ExactAmount value={record.amount} currency={currency} signed />
        </Fact>
        <Fact name={t`Part of the balance`}>{i18n._(wordsOfBucket(record.bucket))}</Fact>
        <Fact name={t`Before`}>
          <ExactAmount value={record.balanceBefore} currency={currency} />
        </Fact>
        <Fact name={t`After`}>
          <ExactAmount value={record.balanceAfter} currency={currency} />
        </Fact>
        <Fact name={t`Time`}>{formatTime(record.createTime)}</Fact>
        {record.competition ? (
          <Fact name={t`Competition`}>{record.competition.name}</Fact>
        ) : (
          <Fact name={t`Book`}>{record.accountType === 1 ? t`Real` : t`Demo`}</Fact>
        )}
        {record.remark && <Fact name={t`Remark`}>{record.remark}</Fact>}
      </dl>
      <div className={styles.numbers}>
        {record.orderNo && <CopyValue label={t`Order number`} value={record.orderNo} small />}
        <CopyValue label={t`Posting in the ledger`} value={record.postingId} small />
        <CopyValue label={t`Record`} value={record.id} small />
        <CopyValue label={t`Belongs to`} value={`${record.refType} ${record.refId}`} small />
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
