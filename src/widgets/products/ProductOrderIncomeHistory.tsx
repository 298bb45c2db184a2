import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { compareDecimals, isZero } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { RowLink } from '../RowLink.tsx'
import { RecordList } from '../RecordList.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'
import { formatServerDay, formatExactAmount, formatFractionAsPercent } from './rateText.ts'

interface ProductIncomeHistoryProps {
  order: Pick<ProductOrder, 'id' | 'incomeTotal'>
  /** How the day's value is written beside its income. */
  format?: (value: string) => string
  /** What one reads while nothing has come in. */
  empty?: ReactNode
}

const pageSize = 20

/** What came in for each day, newest first; where the reserve fell short, it says so. */
export function ProductOrderIncomeHistory({
  order: { id, incomeTotal },
  format = formatFractionAsPercent,
  empty,
}: ProductIncomeHistoryProps) {
  const { t } = useLingui()
  const pages = usePagedList((pageNo) => apiReadQuery(products.productIncomes, { id, pageNo, pageSize }))
  const { records: incomes } = pages
  useRefetchWhenInconsistent(incomeTotal, incomes && (incomes[0]?.id ?? noIncomeYet))
  return (
    <RecordList
      pages={pages}
      failed={t`The incomes could not be read`}
      waiting={
        <Card>
          <Skeleton lines={4} />
        </Card>
      }
      empty={
        <Text tone="muted">
          {empty ?? <Trans>Nothing has come in yet. The income of a day is paid at 01:00 (UTC+8) of the next.</Trans>}
        </Text>
      }
    >
      {({ id: incomeId, day, basis, paid, amount, currency }) => (
        <RowLink
          to={path.settlementInfo}
          search={{ type: 'productIncome', id: incomeId }}
          title={formatServerDay(day)}
          subtitle={
            compareDecimals(paid, '1') < 0 ? <PaidShare basis={format(basis)} paid={formatFractionAsPercent(paid)} /> : format(basis)
          }
          trailing={
            <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
              {formatExactAmount(amount)} {currency}
            </Text>
          }
        />
      )}
    </RecordList>
  )
}

const noIncomeYet = ''

/** The order and its days are two reads: when one tells of a day that the other does not know of yet, both are read again. */
function useRefetchWhenInconsistent(incomeTotal: ProductOrder['incomeTotal'], newest: string | undefined): void {
  const client = useQueryClient()
  const lastSeen = useRef({ incomeTotal, newest })
  useEffect(() => {
    const previous = lastSeen.current
    lastSeen.current = { incomeTotal, newest }
    if (newest === undefined) return
    const isInconsistent = isZero(incomeTotal) !== (newest === noIncomeYet)
    const hasOnlyOneChanged = previous.newest !== undefined && (previous.newest !== newest) !== (previous.incomeTotal !== incomeTotal)
    if (!isInconsistent && !hasOnlyOneChanged) return
    for (const { path: readPath } of [products.productOrder, products.productIncomes])
      void client.invalidateQueries({ queryKey: [readPath] })
  }, [client, incomeTotal, newest])
}

function PaidShare({ basis, paid }: { basis: string; paid: string }) {
  return (
    <Trans>
      {basis}, {paid} of it paid: the reserve fell short
    </Trans>
  )
}
