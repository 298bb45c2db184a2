import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query } from '#api/query.ts'
import { products } from '#contract/calls/products.ts'
import { compare } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
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
  const [pages, setPages] = useState(1)
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => query(products.productIncomes, { id, pageNo: index + 1, pageSize })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const incomes = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const last = read.at(-1)
  if (read.length === 0) {
    return failed?.error ? (
      <FailedRead title={t`The incomes could not be read`} error={failed.error} onRetry={() => void failed.refetch()} />
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
      {last && last.current < last.pages && (
        <Button
          kind="quiet"
          wide
          busy={results.some(({ isPending }) => isPending)}
          onClick={() => (failed ? void failed.refetch() : setPages(read.length + 1))}
        >
          {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
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
