import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import type { FastOrder } from '#contract/orders/fast.ts'
import { isOf } from '#contract/orders/kind.ts'
import { posType } from '#contract/states.ts'
import { path } from '#sitemap'
import { formatTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { Moved, SwapReceipt } from './SwapReceipt.tsx'

const shownCount = 5

/** The newest fast trades, each with its receipt; all of them stand among the swaps. */
export function FastHistory() {
  const { t } = useLingui()
  const [open, setOpen] = useState<FastOrder>()
  const asked = { accountType: useBook(), posType: posType.fastTrade, pageSize: shownCount }
  const { data, dataUpdatedAt, error, refetch } = useQuery(query(trading.positions, asked))
  const made = data?.records.filter(isOf(5))
  return (
    <Section title={t`Fast trades`} action={<AgeChip at={error && data ? madeAt(data, dataUpdatedAt) : undefined} />}>
      {!made ? (
        error ? (
          <FailedRead title={t`Your swaps could not be read`} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={3} />
        )
      ) : made.length === 0 ? (
        <Empty text={t`Every fast trade will be here, with its receipt.`} />
      ) : (
        <>
          <Card flush>
            {made.map((one) => (
              <ListRow
                key={one.id}
                title={`${one.fromCurrency} → ${one.toCurrency}`}
                subtitle={formatTime(one.createTime)}
                trailing={<Moved made={one} />}
                onClick={() => setOpen(one)}
              />
            ))}
          </Card>
          <ButtonLink to={path.swapOrders} kind="quiet" wide>
            <Trans>All swaps</Trans>
          </ButtonLink>
        </>
      )}
      <SwapReceipt made={open} onClose={() => setOpen(undefined)} />
    </Section>
  )
}
