import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { compare, isZero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import styles from './Products.module.css'
import { dayText, exactAmount, percentText } from './rateText.ts'

interface IncomeHistoryProps {
  order: Pick<ProductOrder, 'id' | 'incomeTotal'>
  /** How the day's value is written beside its income. */
  format?: (value: string) => string
  /** What one reads while nothing has come in. */
  empty?: ReactNode
}

const pageSize = 20

/** What came in for each day, newest first; where the reserve fell short, it says so. */
export function IncomeHistory({ order: { id, incomeTotal }, format = percentText, empty }: IncomeHistoryProps) {
  const { t } = useLingui()
  const pages = usePages((pageNo) => query(products.productIncomes, { id, pageNo, pageSize }))
  const { records: incomes, error, isReadingMore, retry } = pages
  useInStep(incomeTotal, incomes && (incomes[0]?.id ?? noneYet))
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

const noneYet = ''

/** The order and its days are two reads: when one tells of a day that the other does not know of yet, both are read again. */
function useInStep(incomeTotal: ProductOrder['incomeTotal'], newest: string | undefined): void {
  const client = useQueryClient()
  const seen = useRef({ incomeTotal, newest })
  useEffect(() => {
    const before = seen.current
    seen.current = { incomeTotal, newest }
    if (newest === undefined) return
    const isContrary = isZero(incomeTotal) !== (newest === noneYet)
    const isOneNew = before.newest !== undefined && (before.newest !== newest) !== (before.incomeTotal !== incomeTotal)
    if (!isContrary && !isOneNew) return
    for (const { path: read } of [products.productOrder, products.productIncomes]) void client.invalidateQueries({ queryKey: [read] })
  }, [client, incomeTotal, newest])
}

function PaidShare({ basis, paid }: { basis: string; paid: string }) {
  return (
    <Trans>
      {basis}, {paid} of it paid: the reserve fell short
    </Trans>
  )
}
