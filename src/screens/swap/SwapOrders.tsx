import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import { type Swap, swap } from '#contract/calls/swap.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import { Moved, SwapReceipt } from './SwapReceipt.tsx'

export const Route = createFileRoute('/_signedIn/shanduiOrder')({ component: SwapOrders })

const pageSize = 20

/** Every exchange that was made, newest first; each opens as its receipt. */
function SwapOrders() {
  const { t } = useLingui()
  const inBook = useBook()
  const [open, setOpen] = useState<Swap>()
  const pages = usePages((pageNo) => query(swap.swaps, { accountType: inBook, pageNo, pageSize }))
  const { records: made, error, at, isReadingMore, retry } = pages
  return (
    <ScreenLayout title={t`All swaps`} back={path.swap} tone={useBookTone()} chips={<AgeChip at={error ? at : undefined} />}>
      {!made ? (
        error ? (
          <FailedRead title={t`Your swaps could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : made.length === 0 ? (
        <Empty
          text={t`Every swap will be here, with its receipt.`}
          action={
            <ButtonLink to={path.swap} kind="secondary">
              <Trans>Swap something</Trans>
            </ButtonLink>
          }
        />
      ) : (
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
      )}
      <ShowMore pages={pages} />
      <SwapReceipt made={open} onClose={() => setOpen(undefined)} />
    </ScreenLayout>
  )
}
