import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { formatDateTime } from '#i18n/date.ts'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { balanceBucketLabel, balanceRecordLabel } from '#widgets/money/recordWords.ts'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'

/** Everything that the ledger says about one movement, to the last decimal. */
export function BalanceRecordSheet({ record, onClose }: { record: BalanceRecord | undefined; onClose: () => void }) {
  const { i18n, t } = useLingui()
  // While the sheet leaves, it still shows what it showed.
  const [shownRecord, setShownRecord] = useState(record)
  useEffect(() => {
    if (record) setShownRecord(record)
  }, [record])
  return (
    <BottomSheet
      open={record !== undefined}
      onClose={onClose}
      title={shownRecord ? i18n._(balanceRecordLabel(shownRecord)) : t`Record`}
      footer={shownRecord && <SettlementLink type={shownRecord.refType} id={shownRecord.refId} wide />}
    >
      {shownRecord && <Facts record={shownRecord} />}
    </BottomSheet>
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
        <Fact name={t`Part of the balance`}>{i18n._(balanceBucketLabel(record.bucket))}</Fact>
        <Fact name={t`Before`}>
          <ExactAmount value={record.balanceBefore} currency={currency} />
        </Fact>
        <Fact name={t`After`}>
          <ExactAmount value={record.balanceAfter} currency={currency} />
        </Fact>
        <Fact name={t`Time`}>{formatDateTime(record.createTime)}</Fact>
        {record.competition ? (
          <Fact name={t`Competition`}>{record.competition.name}</Fact>
        ) : (
          <Fact name={t`Book`}>{record.accountType === 1 ? t`Real` : t`Demo`}</Fact>
        )}
        {record.remark && <Fact name={t`Remark`}>{record.remark}</Fact>}
      </dl>
      <div className={styles.numbers}>
        {record.orderNo && <CopyableValue label={t`Order number`} value={record.orderNo} small />}
        <CopyableValue label={t`Posting in the ledger`} value={record.postingId} small />
        <CopyableValue label={t`Record`} value={record.id} small />
        <CopyableValue label={t`Belongs to`} value={`${record.refType} ${record.refId}`} small />
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
