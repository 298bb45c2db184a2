import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode } from 'react'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import { products } from '#contract/calls/products.ts'
import { compare } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import styles from './Products.module.css'
import { dayText, exactAmount, percentText } from './rateText.ts'

interface IncomeHistoryProps {
  id: string
  /** How the day's value is written beside its income. */
  format?: (value: string) => string
  /** What one reads while nothing has come in. */
  empty?: ReactNode
}

const pageSize = 20

/** What came in for each day, newest first; where the reserve fell short, it says so. */
export function IncomeHistory({ id, format = percentText, empty }: IncomeHistoryProps) {
  const { t } = useLingui()
  const pages = usePages((pageNo) => query(products.productIncomes, { id, pageNo, pageSize }))
  const { records: incomes, error, isReadingMore, retry } = pages
  if (!incomes) {
    return error ? (
      <FailedRead title={t`The incomes could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
    ) : (
      <Card>
        <Skeleton lines={4} />
      </Card>
    )
  }
  if (incomes.length === 0) {
    return (
      <p className={styles.quiet}>
        {empty ?? <Trans>Nothing has come in yet. The income of a day is paid at 01:00 (UTC+8) of the next.</Trans>}
      </p>
    )
  }
  return (
    <>
      <Card flush>
        {incomes.map(({ id: incomeId, day, basis, paid, amount, currency }) => (
          <RowLink
            key={incomeId}
            to={path.settlementInfo}
            search={{ type: 'productIncome', id: incomeId }}
            title={dayText(day)}
            subtitle={compare(paid, '1') < 0 ? <PaidShare basis={format(basis)} paid={percentText(paid)} /> : format(basis)}
            trailing={
              <span className={styles.figure}>
                {exactAmount(amount)} {currency}
              </span>
            }
          />
        ))}
      </Card>
      <ShowMore pages={pages} />
    </>
  )
}

function PaidShare({ basis, paid }: { basis: string; paid: string }) {
  return (
    <Trans>
      {basis}, {paid} of it paid: the reserve fell short
    </Trans>
  )
}
